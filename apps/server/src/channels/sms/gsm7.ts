/** The characters of GSM 03.38 that an SMS of 160 characters may have, and those of its extension, which count twice. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extended = new Set('^{}\\[~]|€');

/** What stands for common signs outside of it. */
const substitutes: Readonly<Record<string, string>> = {
  '‼': '!!',
  '○': 'o',
  '✓': 'OK',
  '…': '...',
  '–': '-',
  '—': '-',
  '‑': '-',
  '−': '-',
  '‘': "'",
  '’': "'",
  '‚': ',',
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '•': '-',
  '·': '-',
  '→': '->',
  '×': 'x',
  '≥': '>=',
  '≤': '<=',
  '°': ' deg',
  µ: 'u',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  œ: 'oe',
  Œ: 'OE',
  '`': "'",
  '´': "'",
  '\t': ' ',
  '\u00a0': ' ',
  '\u202f': ' ',
};

/** Unicode characters, of which an emoji may have several. */
const charactersOf = (text: string): readonly string[] => Array.from(text);

const known = (text: string): string | undefined =>
  text !== '' && charactersOf(text).every((one) => basic.has(one) || extended.has(one)) ? text : undefined;

/** A letter without its accent, or `?`. An emoji of several characters costs one sign. */
const convert = (segment: string): string =>
  known(segment) ?? substitutes[segment] ?? known(segment.normalize('NFKD').replace(/\p{M}/gu, '')) ?? '?';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** One other character would turn the whole SMS into UCS-2, of which 70 characters fit: a sign is lost, not the page. */
export const toGsm7 = (text: string): string =>
  Array.from(graphemes.segment(text.replaceAll('\r\n', '\n').normalize('NFC')), ({ segment }) => convert(segment)).join('');

/** How many of its 160 characters a text takes. */
export const lengthOf = (text: string): number => charactersOf(text).reduce((length, one) => length + (extended.has(one) ? 2 : 1), 0);

/** As much of the text as fits, with dots if there was more. */
export const cutTo = (text: string, room: number): string => {
  if (lengthOf(text) <= room) return text;
  let cut = '';
  for (const one of text) {
    if (lengthOf(cut + one) > room - 3) break;
    cut += one;
  }
  return `${cut.trimEnd()}...`;
};
