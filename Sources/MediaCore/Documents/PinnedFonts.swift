/// The project's own fontconfig file: the only fonts that text on a board is ever set in.
///
/// It is a string, not a file, so that a program linked with this library sets the same type
/// wherever it is installed. Load it with `FcConfigParseAndLoadFromMemory` into an `FcConfig` of
/// one's own; nothing of the machine's configuration is read. Scripts/install-packages installs
/// the fonts.
package enum PinnedFonts {
  /// The family for each of the roles that documents name.
  package static let sansSerif = "Noto Sans"
  package static let serif = "Noto Serif"
  package static let monospace = "Noto Sans Mono"
  /// Noto has no handwriting; a text that asks for one is set in the sans.
  package static let handwriting = "Noto Sans"

  /// Only Regular and Bold (and their italics) of Debian's fonts-noto-core, fonts-noto-cjk and
  /// fonts-noto-color-emoji pass: the further weights of the "extra" packages lie in the same
  /// directories and would change line breaks where they are installed. The caches are those of
  /// Debian's fontconfig: without one, a first use reads 270 font files.
  package static let fontconfig = """
    <?xml version="1.0"?>
    <!DOCTYPE fontconfig SYSTEM "fonts.dtd">
    <fontconfig>
      <dir>/usr/share/fonts/truetype/noto</dir>
      <dir>/usr/share/fonts/opentype/noto</dir>
      <cachedir>/var/cache/fontconfig</cachedir>
      <cachedir prefix="xdg">fontconfig</cachedir>
      <selectfont>
        <rejectfont><glob>*Condensed*</glob></rejectfont>
        <rejectfont><glob>*Light*</glob></rejectfont>
        <rejectfont><glob>*Thin*</glob></rejectfont>
        <rejectfont><glob>*Medium*</glob></rejectfont>
        <rejectfont><glob>*DemiLight*</glob></rejectfont>
        <rejectfont><glob>*SemiBold*</glob></rejectfont>
        <rejectfont><glob>*ExtraBold*</glob></rejectfont>
        <rejectfont><glob>*Black*</glob></rejectfont>
        <rejectfont><glob>*Display*</glob></rejectfont>
        <rejectfont><glob>*UI-*</glob></rejectfont>
      </selectfont>
    \(alias("sans-serif", sansSerif, "Noto Sans CJK SC"))
    \(alias("serif", serif, "Noto Serif CJK SC"))
    \(alias("monospace", monospace, "Noto Sans Mono CJK SC"))
    \(alias("cursive", handwriting, "Noto Sans CJK SC"))
    \(alias("handwriting", handwriting, "Noto Sans CJK SC"))
      <match target="pattern">
        <edit name="family" mode="append_last" binding="weak">
          <string>Noto Sans</string>
          <string>Noto Sans CJK SC</string>
          <string>Noto Color Emoji</string>
        </edit>
        <edit name="hinting" mode="assign"><bool>false</bool></edit>
        <edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
        <edit name="autohint" mode="assign"><bool>false</bool></edit>
        <edit name="antialias" mode="assign"><bool>true</bool></edit>
      </match>
      <!-- Emoji are pictures of one size (136 pixels): scaled to the size that is asked for. -->
      <match target="font">
        <test name="outline" compare="eq"><bool>false</bool></test>
        <edit name="pixelsizefixupfactor" mode="assign">
          <divide>
            <name target="pattern">pixelsize</name>
            <name target="font">pixelsize</name>
          </divide>
        </edit>
        <edit name="matrix" mode="assign">
          <times>
            <name>matrix</name>
            <matrix>
              <name>pixelsizefixupfactor</name><double>0</double>
              <double>0</double><name>pixelsizefixupfactor</name>
            </matrix>
          </times>
        </edit>
      </match>
    </fontconfig>
    """

  private static func alias(_ family: String, _ preferred: String, _ ideographs: String) -> String {
    """
      <alias binding="strong">
        <family>\(family)</family>
        <prefer>
          <family>\(preferred)</family>
          <family>\(ideographs)</family>
          <family>Noto Color Emoji</family>
        </prefer>
      </alias>
    """
  }
}
