import type { Manifest } from './manifest.js';
import type { System } from './source.js';

const count = (number: number): string => number.toLocaleString('en-GB');

/** At the end, in plain words: what the folder has, whose data, and how to delete it. */
export function endOf(folder: string, system: System, manifest: Manifest): readonly string[] {
  const { files, secrets, unread, unreadInAll } = manifest;
  const rowsOf = (kind: string): number => files.find((file) => file.kind === kind)?.rows ?? 0;
  const isHistory = (kind: string | null): boolean => system.kinds.find(({ name }) => name === kind)?.isHistory === true;
  const listed = (wanted: boolean) =>
    files
      .filter(({ kind, rows }) => kind !== null && rows > 0 && isHistory(kind) === wanted)
      .map(({ kind, rows }) => `${count(rows)} ${kind!.replaceAll('-', ' ')}`);
  return [
    `${system.title} as of ${manifest.at} is in ${folder}.`,
    `Configuration: ${listed(false).join(', ') || 'nothing'}.`,
    `History${manifest.since === null ? '' : ` since ${manifest.since}`}: ${listed(true).join(', ') || 'nothing'}.`,
    unreadInAll === 0 ? 'Everything that was asked was answered.' : `${count(unreadInAll)} questions were not answered, for example:`,
    ...unread.slice(0, 5).map(({ asked, status, why }) => `  ${asked}: ${status}, ${why}`),
    ...system.untold.map((what) => `${system.title} does not tell ${what}.`),
    secretsIn(secrets),
    `It has personal data of ${rowsOf(system.people.kind) || 'all'} people: names, addresses, phone numbers, when they were on call and what they did. ${manifest.encrypted ? 'It is encrypted under your phrase; without it nobody can read it, you included.' : 'It is not encrypted: anyone who has the folder can read it.'}`,
    `Delete it by removing the folder, and its copies. “tocsin rescue forget ${folder} PERSON” takes out one person, “tocsin rescue verify ${folder}” says whether it is still as it was written.`,
  ];
}

function secretsIn({ leftOut, kept }: Manifest['secrets']): string {
  if (kept > 0) return `${count(kept)} secret values, such as keys, are in one encrypted file of their own.`;
  return leftOut === 0
    ? 'It has no secret values.'
    : `${count(leftOut)} secret values, such as keys, were left out (--with-keys keeps them, encrypted).`;
}
