internal import Glibc

/// The discrete Fourier transform of a power of two, in place (Cooley and Tukey).
struct FourierTransform {
  let count: Int
  private let cosines: [Double]
  private let sines: [Double]
  private let reversed: [Int]

  init(count: Int) {
    precondition(count > 1 && count & (count - 1) == 0, "a power of two")
    self.count = count
    var (cosines, sines): ([Double], [Double]) = ([], [])
    for index in 0..<count / 2 {
      let angle = 2 * Double.pi * Double(index) / Double(count)
      cosines.append(cos(angle))
      sines.append(-sin(angle))
    }
    self.cosines = cosines
    self.sines = sines
    var reversed = [0]
    while reversed.count < count {
      reversed = reversed.map { $0 * 2 } + reversed.map { $0 * 2 + 1 }
    }
    self.reversed = reversed
  }

  func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
    precondition(real.count == count && imaginary.count == count)
    for index in 0..<count where index < reversed[index] {
      real.swapAt(index, reversed[index])
      imaginary.swapAt(index, reversed[index])
    }
    var half = 1
    while half < count {
      let step = count / (2 * half)
      for start in stride(from: 0, to: count, by: 2 * half) {
        for offset in 0..<half {
          let (low, high) = (start + offset, start + offset + half)
          let (c, s) = (cosines[offset * step], sines[offset * step])
          let re = real[high] * c - imaginary[high] * s
          let im = real[high] * s + imaginary[high] * c
          real[high] = real[low] - re
          imaginary[high] = imaginary[low] - im
          real[low] += re
          imaginary[low] += im
        }
      }
      half *= 2
    }
  }
}
