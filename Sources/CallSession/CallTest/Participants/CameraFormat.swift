/// What a camera of a test gives.
package struct CameraFormat: Equatable, Sendable {
  package var width: Int32 = 320
  package var height: Int32 = 180
  /// Pictures a second.
  package var rate: Int64 = 15

  package init() {}
}
