// FFmpeg's devices, as they are. What they give is CFFmpeg's.
#pragma once
#include <libavdevice/avdevice.h>
