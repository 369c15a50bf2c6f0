@main struct Recorder { static func main() {} }
