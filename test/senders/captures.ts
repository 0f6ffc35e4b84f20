import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A request of a real sender. The body is also kept as a text where the exact bytes matter (signatures). */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly rawQuery?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly bodyText: string;
}

/** One try of a sequence: its time after the first, its body, and the answer that it got. */
export interface Attempt {
  readonly atMs: number;
  readonly path: string;
  readonly sameBodyAsFirst: boolean;
  /** The sender’s state; only for senders that have one. */
  readonly state?: string;
  readonly answered: { readonly status: number; readonly body?: unknown };
}

export interface Capture {
  readonly sender: string;
  readonly file: string;
  /** `captured`, `captured, body left out`, `captured sequence`, or written from documentation. */
  readonly kind: string;
  readonly description: string;
  readonly request: SentRequest;
  /** Empty for a single request. */
  readonly attempts: readonly Attempt[];
  readonly answered?: { readonly status: number; readonly body?: unknown };
}

interface StoredCapture {
  readonly capture: { readonly kind: string; readonly description: string };
  readonly request?: Partial<SentRequest>;
  readonly firstRequest?: Partial<SentRequest>;
  readonly attempts?: readonly Attempt[];
  readonly answered?: Capture['answered'];
}

const folder = join(__dirname, 'captures');

/** The senders with captures. */
export const listSenders = (): string[] => readdirSync(folder).toSorted();

/** Every capture of a sender, in order. */
export const loadCaptures = (sender: string, inFolder = folder): Capture[] =>
  readdirSync(join(inFolder, sender))
    .toSorted()
    .map((file) => {
      const stored = JSON.parse(readFileSync(join(inFolder, sender, file), 'utf8')) as StoredCapture;
      const { kind, description } = stored.capture;
      const request = toSentRequest((stored.request ?? stored.firstRequest)!);
      return { sender, file, kind, description, request, attempts: stored.attempts ?? [], answered: stored.answered };
    });

const senderFolders = join(__dirname, '../../apps/server/src/ingest/senders');

/** The captures that lie with a sender’s format, by its folder. */
export const loadOwnCaptures = (kind: string): Capture[] => {
  const own = join(senderFolders, kind, 'captures');
  return existsSync(own) ? readdirSync(own).flatMap((sender) => loadCaptures(sender, own)) : [];
};

const toSentRequest = (stored: Partial<SentRequest>): SentRequest => {
  const bodyText = stored.bodyText ?? (stored.body === undefined ? '' : JSON.stringify(stored.body));
  const body = stored.body ?? (stored.bodyText === undefined ? undefined : parsed(stored.bodyText));
  return { method: 'POST', path: '/', headers: {}, ...stored, bodyText, body };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** The body of one try. If only the first body was kept: the first one with the sender’s state at that time. */
export const bodyAt = ({ request }: Capture, { sameBodyAsFirst, state }: Attempt): unknown => {
  if (sameBodyAsFirst || state === undefined) return request.body;
  const body = structuredClone(request.body) as { status?: string; event_action?: string; alerts?: { status: string }[] };
  if (body.event_action !== undefined) body.event_action = state;
  if (body.status !== undefined) body.status = state;
  for (const alert of body.alerts ?? []) alert.status = state;
  return body;
};
