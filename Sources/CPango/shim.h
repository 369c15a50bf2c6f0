// What Swift cannot see of Pango and Cairo: casting macros.
#pragma once
#include <cairo/cairo.h>
#include <pango/pango.h>
#include <pango/pangocairo.h>

static inline void CPango_unref(void *object) { g_object_unref(object); }
