export type TlsTrouble = 'untrusted' | 'another_name' | 'expired' | 'spoken_to_plain';

/** By Node’s codes and OpenSSL’s texts, because some libraries only pass on the text. */
const signs: readonly (readonly [TlsTrouble, RegExp])[] = [
  ['another_name', /ERR_TLS_CERT_ALTNAME_INVALID|does not match certificate's altnames/i],
  ['expired', /CERT_HAS_EXPIRED|certificate has expired|CERT_NOT_YET_VALID/i],
  ['untrusted', /self[- _]signed[- _]cert|unable[ _]to[ _](?:verify|get)[ _]/i],
  ['spoken_to_plain', /wrong[ _]version[ _]number|packet[ _]length[ _]too[ _]long|does not support SSL|before secure TLS connection/i],
];

export const tlsTroubleIn = (text: string): TlsTrouble | null => signs.find(([, words]) => words.test(text))?.[0] ?? null;
