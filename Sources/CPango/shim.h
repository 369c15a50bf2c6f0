// What Swift cannot see of Pango, Cairo and Fontconfig: casting macros and typed constants.
#pragma once
#include <cairo/cairo.h>
#include <fontconfig/fontconfig.h>
#include <pango/pango.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>

static inline void CPango_unref(void *object) { g_object_unref(object); }
static inline void CPango_setConfig(PangoFontMap *map, FcConfig *config) {
  pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map), config);
}
static inline int CPango_parse(FcConfig *config, const char *text) {
  return FcConfigParseAndLoadFromMemory(config, (const FcChar8 *)text, FcFalse);
}
