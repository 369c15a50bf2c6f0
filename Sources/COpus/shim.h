// What Swift cannot see of libopus: the variadic control functions.
#pragma once
#include <opus/opus.h>

static inline int COpus_encoderSet(OpusEncoder *encoder, int request, opus_int32 value) {
  return opus_encoder_ctl(encoder, request, value);
}
static inline int COpus_encoderGet(OpusEncoder *encoder, int request, opus_int32 *value) {
  return opus_encoder_ctl(encoder, request, value);
}
static inline int COpus_decoderReset(OpusDecoder *decoder) {
  return opus_decoder_ctl(decoder, OPUS_RESET_STATE);
}
