const rotated = (word: number, by: number): number => ((word << by) | (word >>> (32 - by))) >>> 0;

const rounds: readonly (readonly [mix: (b: number, c: number, d: number) => number, constant: number])[] = [
  [(b, c, d) => (b & c) | (~b & d), 0x5a827999],
  [(b, c, d) => b ^ c ^ d, 0x6ed9eba1],
  [(b, c, d) => (b & c) | (b & d) | (c & d), 0x8f1bbcdc],
  [(b, c, d) => b ^ c ^ d, 0xca62c1d6],
];

/** To the next multiple of 64 bytes, with the length in bits at the end. */
function padded(bytes: readonly number[]): readonly number[] {
  const bits = bytes.length * 8;
  const zeros = (119 - (bytes.length % 64)) % 64;
  return [...bytes, 0x80, ...Array.from({ length: zeros + 4 }, () => 0), ...[24, 16, 8, 0].map((by) => (bits >>> by) & 0xff)];
}

/** SHA-1 (RFC 3174), of short texts. The browser’s own is there with encryption alone. */
export function sha1(bytes: readonly number[]): number[] {
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  const all = padded(bytes);
  for (let start = 0; start < all.length; start += 64) {
    const words = Array.from({ length: 16 }, (_, n) => [0, 1, 2, 3].reduce((word, m) => ((word << 8) | all[start + n * 4 + m]!) >>> 0, 0));
    for (let n = 16; n < 80; n += 1) words.push(rotated(words[n - 3]! ^ words[n - 8]! ^ words[n - 14]! ^ words[n - 16]!, 1));
    let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
    for (const [n, word] of words.entries()) {
      const [mix, constant] = rounds[Math.floor(n / 20)]!;
      [a, b, c, d, e] = [(rotated(a, 5) + mix(b, c, d) + e + constant + word) >>> 0, a, rotated(b, 30), c, d];
    }
    for (const [n, value] of [a, b, c, d, e].entries()) state[n] = (state[n]! + value) >>> 0;
  }
  return state.flatMap((word) => [24, 16, 8, 0].map((by) => (word >>> by) & 0xff));
}
