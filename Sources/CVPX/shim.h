// What Swift cannot see of libvpx: the ABI macros, the variadic control function, flags.
#pragma once
#include <vpx/vp8cx.h>
#include <vpx/vp8dx.h>
#include <vpx/vpx_decoder.h>
#include <vpx/vpx_encoder.h>

static const vpx_enc_frame_flags_t CVPX_forceKeyFrame = VPX_EFLAG_FORCE_KF;
static const unsigned long CVPX_realtime = VPX_DL_REALTIME;
static const vpx_codec_frame_flags_t CVPX_isKeyFrame = VPX_FRAME_IS_KEY;
static const vpx_codec_frame_flags_t CVPX_isInvisible = VPX_FRAME_IS_INVISIBLE;

static inline vpx_codec_err_t CVPX_encoderInit(
    vpx_codec_ctx_t *codec, const vpx_codec_enc_cfg_t *configuration) {
  return vpx_codec_enc_init(codec, vpx_codec_vp8_cx(), configuration, 0);
}
static inline vpx_codec_err_t CVPX_decoderInit(vpx_codec_ctx_t *codec) {
  return vpx_codec_dec_init(codec, vpx_codec_vp8_dx(), NULL, 0);
}
static inline vpx_codec_err_t CVPX_controlInt(vpx_codec_ctx_t *codec, int control, int value) {
  return vpx_codec_control_(codec, control, value);
}
static inline vpx_codec_err_t CVPX_controlPointer(
    vpx_codec_ctx_t *codec, int control, void *value) {
  return vpx_codec_control_(codec, control, value);
}
