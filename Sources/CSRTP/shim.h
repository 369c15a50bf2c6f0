// libsrtp2 as it is: every function that the project calls is visible to Swift.
#pragma once
#include <srtp2/srtp.h>

#include "ciphers.h"
