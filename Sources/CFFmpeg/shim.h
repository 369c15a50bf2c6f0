// What Swift cannot see of FFmpeg: expression macros and variadic functions.
#pragma once
#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/imgutils.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/sha.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

static const int64_t CFFmpeg_noPTS = AV_NOPTS_VALUE;
static const int CFFmpeg_endOfFile = AVERROR_EOF;
static const int CFFmpeg_again = AVERROR(EAGAIN);
static const int CFFmpeg_ioError = AVERROR(EIO);
static const int CFFmpeg_noMemory = AVERROR(ENOMEM);
static const int CFFmpeg_invalidData = AVERROR_INVALIDDATA;
static const int CFFmpeg_notAllowed = AVERROR(EPERM);
