/** What the card of this installation’s numbers holds. */
export interface ContactCard {
  readonly name: string;
  readonly organisation: string;
  /** As providers show them: `+14155550100`. */
  readonly numbers: readonly string[];
  readonly url: string;
  /** Of the installation: a card that is imported again replaces the one before, where the phone can. */
  readonly uid: string;
  readonly note: string;
}
export type CardVersion = '3.0' | '4.0';

/** RFC 2426, 4 and RFC 6350, 3.4: the same four signs in both. */
const escapeText = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(',', '\\,')
    .replaceAll(';', '\\;');

/** RFC 6350, 3.2: lines of at most 75 bytes; a continuation begins with a space, and no character is cut. */
const foldLine = (line: string): string => {
  const parts: string[] = [];
  let part = '';
  for (const character of line) {
    const most = parts.length === 0 ? 75 : 74;
    if (Buffer.byteLength(part + character) > most) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part].join('\r\n ');
};

const numberLine: Readonly<Record<CardVersion, (number: string) => string>> = {
  '3.0': (number) => `TEL;TYPE=CELL,VOICE:${number}`,
  '4.0': (number) => `TEL;VALUE=uri;TYPE="cell,voice,text":tel:${number}`,
};

/** A vCard of the numbers that pages come from, so that phones can let them through silent mode. 3.0 is what every phone imports. */
export const renderContactCard = ({ name, organisation, numbers, url, uid, note }: ContactCard, version: CardVersion): string =>
  [
    'BEGIN:VCARD',
    `VERSION:${version}`,
    `UID:${version === '4.0' ? `urn:uuid:${uid}` : uid}`,
    `FN:${escapeText(name)}`,
    `N:${escapeText(name)};;;;`,
    `ORG:${escapeText(organisation)}`,
    ...numbers.map(numberLine[version]),
    `URL:${url}`,
    `NOTE:${escapeText(note)}`,
    'END:VCARD',
  ]
    .map((line) => `${foldLine(line)}\r\n`)
    .join('');

interface SendingAccount {
  readonly fields: Readonly<Record<string, string>>;
}

/** The numbers that any of the accounts sends from, also those of single countries; services that choose a number have none to show. */
export const sendingNumbersOf = (accounts: Iterable<SendingAccount>): readonly string[] => {
  const senders = [...accounts].flatMap(({ fields }) => Object.entries(fields).filter(([field]) => /^sender/i.test(field)));
  return [...new Set(senders.flatMap(([, text]) => text.match(/\+\d{6,15}/g) ?? []))];
};
