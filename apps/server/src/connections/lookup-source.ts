import * as lookupLimits from '@tocsin/contracts/lookups/limits.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { ServerParts } from '../core/server-parts.js';

/** An address that a lookup table is fetched from. `header`: as it is typed, `Authorization: Bearer …`. */
export interface LookupSource {
  readonly address: string;
  readonly header: string | null;
}

/** As the vault has it. */
export const sourceText = ({ address, header }: LookupSource): string => JSON.stringify({ address, header });
export const storedSource = ({ vault }: Pick<ServerParts, 'vault'>, sourceRef: string): LookupSource | null => {
  const text = vault.secret(sourceRef);
  return text === null ? null : (JSON.parse(text) as LookupSource);
};

export type FetchedTable = { readonly csv: string } | { readonly problem: string };

const headersOf = (header: string | null): Readonly<Record<string, string>> => {
  const [name = '', ...value] = header?.split(':') ?? [];
  return { accept: 'text/csv, text/plain;q=0.9', ...(header === null ? {} : { [name.trim().toLowerCase()]: value.join(':').trim() }) };
};

/** A CSV file, or why there is none. What is cut off would be a wrong table. */
export const fetchTable = async (http: Pick<OutgoingHttp, 'get'>, { address, header }: LookupSource): Promise<FetchedTable> => {
  const { fetchDeadline: deadlineMs, csvCharacters } = lookupLimits;
  try {
    const answer = await http.get(address, { headers: headersOf(header), deadlineMs, maxBytes: csvCharacters * 4 + 1 });
    if (answer.status !== 200) return { problem: `the server answered ${answer.status}` };
    // a page that asks to sign in
    if (/^text\/html|^application\/xhtml/i.test(String(answer.headers['content-type'] ?? '')))
      return { problem: 'the server answered with a web page' };
    if (answer.body.length > csvCharacters) return { problem: `there are more than ${csvCharacters} characters` };
    return answer.body.includes('\u0000') ? { problem: 'the server did not answer with text' } : { csv: answer.body };
  } catch (error) {
    if (error instanceof OutgoingFailed) return { problem: error.detail.replace(/\.$/, '') };
    throw error;
  }
};
