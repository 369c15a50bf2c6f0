/// Why an event or a header is none, whichever codec carries it.
package enum BoardSchemaError: Error, Equatable, Sendable {
  case sequence
  case time
  case coordinate
  case pointValue
  case transform
  case order
  case view
  case size
  case direction
  case canvas
  case scale
  case wallClock
  case tooManyPoints
  case tooManySegments
  case tooManyItems
  case resourceTooLarge
  case textTooLong
  case unknownTooLarge
  case unknownEvent

  /// The rule that is broken, as the end of a sentence.
  package var text: String {
    switch self {
    case .sequence: "the sequence number is beyond 2^53 - 1"
    case .time: "the time is negative or beyond 223 years"
    case .coordinate: "a coordinate lies beyond 4 194 304 board pixels"
    case .pointValue: "a point's force, azimuth or altitude is out of range"
    case .transform: "the transform is not finite or grows beyond 65 536 times"
    case .order: "an order key is beyond 2^53 - 1"
    case .view: "the view is not finite, or its scale is not above 0"
    case .size: "a size is not finite, negative or beyond the board"
    case .direction: "a direction is not below 2 048"
    case .canvas: "the canvas is not between 1 and 65 535 pixels wide and high"
    case .scale: "the scale is not between 1/64 and 64"
    case .wallClock: "the wall-clock origin is beyond 8.64e15 ms"
    case .tooManyPoints: "more than 65 536 points in one event"
    case .tooManySegments: "more than 262 144 segments in one outline"
    case .tooManyItems: "more than 65 536 items in one event"
    case .resourceTooLarge: "a resource of more than 16 MiB"
    case .textTooLong: "a text is longer than its limit"
    case .unknownTooLarge: "an unknown event of more than 1 MiB"
    case .unknownEvent: "an unknown event that is no line of JSON"
    }
  }
}
