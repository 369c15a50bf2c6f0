/// What participants of a test say, and with whose voice: sentences with many different sounds, as their
/// intelligibility is measured, and voices that nobody takes for one another.
enum SpeechScript {
  struct Voice: Equatable {
    /// A language of espeak-ng and a variant of its voice.
    var name: String
    /// Words a minute.
    var pace: Int
    /// 0…99; 50 is the voice's own.
    var pitch: Int
  }

  static let sentencesEach = 10

  /// Participants have different voices; beyond these few they differ by pitch and pace. Variants of
  /// plain en-gb are all one voice, so British ones are of a region.
  private static let voices = [
    ("en-gb-x-rp+m3", 150), ("en-us+f2", 155), ("en-gb-scotland+m7", 145), ("en-us+f4", 160),
    ("en-gb-x-rp+f3", 150), ("en-us+m1", 140), ("en-gb-x-gbclan+f5", 155), ("en-us+m8", 150),
  ]

  /// - Parameter participant: from 1 on.
  static func voice(of participant: Int) -> Voice {
    let (name, pace) = voices[(participant - 1) % voices.count]
    let round = (participant - 1) / voices.count
    return Voice(name: name, pace: pace + round % 4 * 5, pitch: 50 + [0, 18, -18][round % 3])
  }

  /// - Parameter participant: from 1 on.
  static func sentences(of participant: Int) -> [String] {
    let first = (participant - 1) * sentencesEach
    return (first..<first + sentencesEach).map { sentences[$0 % sentences.count] }
  }

  static let sentences = [
    "The ferry left its berth before the fog had thinned.",
    "Please chalk a thick blue line beneath the final sum.",
    "Nine boys pushed the rusty cart up the gravel lane.",
    "Her shawl caught on a nail beside the garden gate.",
    "Warm bread and sharp cheese make a decent lunch.",
    "The judge put his glasses down and yawned at length.",
    "Vines with purple fruit had covered half the shed.",
    "Toss the old rope over, and I will tie the boat.",
    "A measure of good flour goes into each bowl.",
    "They chose the quiet road that follows the stream.",
    "Six grey geese flew low across the frozen marsh.",
    "The youth mended both clocks with a thin brass wire.",
    "Check the shape of this curve against your sketch.",
    "Rain drummed upon the zinc roof through the night.",
    "A clever joke at the right time can calm a crowd.",
    "The vase would look better on the other shelf.",
    "Five yards of cloth were enough for the long coat.",
    "We heard a thud, a laugh, and then nothing at all.",
    "The queen of that small isle owned just one horse.",
    "Put the jug of cold water where I can reach it.",
    "Few people know that this bridge was built twice.",
    "The sailor hung his pouch of coins around his neck.",
    "With a sigh, she rubbed out the whole proof again.",
    "Fresh paint made the narrow hall seem much brighter.",
    "Do you think that the young fox saw us move?",
    "An oak beam as thick as that should bear the load.",
    "The teacher drew two circles that touched at a point.",
    "Both of the twins were fond of toast with honey.",
    "A faint smell of smoke came through the kitchen door.",
    "He gave the usual reply, and she shook her head.",
    "Every child in the choir wore a yellow scarf.",
    "This path gets steep, so use the rail on the left.",
    "My uncle ships wool and leather to the coast.",
    "Hold the edge of the page while I turn it around.",
    "The thief had hidden the jewels under a pile of hay.",
    "Which of these roots is the larger one, and why?",
    "Snow fell on the north side of the valley in June.",
    "The poor cook burned his thumb on a hot iron pan.",
    "You may join us later if the train is on time.",
    "Swing the lamp toward the wall and watch the shadow.",
  ]
}
