import type { ConnectionRow, ConnectionState } from '@tocsin/contracts/connections/noun.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import { afterAnswer, afterStart, closedBreaker, mayCall, type AccountVerdict, type Breaker } from './breaker.js';
import type { ServerParts } from './server-parts.js';

/** A stored account, with the secret that it is called with. */
interface Credential {
  readonly connectionId: string | null;
  readonly secretRef: string | null;
}

/** The answer to a call through an account. */
export interface AccountAnswer extends Pick<ConnectionState, 'ok' | 'detail'> {
  readonly to: string;
  readonly verdict: AccountVerdict;
  /** Account or sender, and not this message alone. */
  readonly isRefused: boolean;
}

interface Listening {
  readonly since: string;
  readonly problem: string | null;
}

interface Known {
  readonly secretRef: string | null;
  readonly breaker: Breaker;
  readonly last: (Omit<ConnectionState, 'stoppedSince'> & Pick<AccountAnswer, 'isRefused'>) | null;
}

/**
 * What the providers of connections last answered, and whether one is left alone because it refuses the account or fails. In memory: the next call after a
 * start says it again.
 */
export class ConnectionHealth {
  private readonly known = new Map<string, Known>();
  private readonly listening = new Map<string, Listening>();
  private readonly parts = new Map<string, Listening>();

  constructor(private readonly now: () => string) {}

  /** Whether a call may be made now; it counts as begun. Another secret is tried at once. */
  readonly begin = (of: Credential): boolean => {
    const known = this.knownOf(of);
    const now = this.now();
    if (!mayCall(known.breaker, now)) return false;
    this.put(of, { ...known, breaker: afterStart(known.breaker, now) });
    return true;
  };

  /** Whether it is left alone. */
  readonly isStopped = (of: Credential): boolean => this.knownOf(of).breaker.openSince !== null;

  readonly onAnswer = (of: Credential, { to, verdict, ok, detail, isRefused }: AccountAnswer): void => {
    const known = this.knownOf(of);
    const now = this.now();
    this.put(of, { ...known, breaker: afterAnswer(known.breaker, verdict, to, now), last: { at: now, ok, detail, isRefused } });
  };

  /** The connection is held open for what people press; `problem`: it is not, or not as it should be. */
  readonly onListening = (connectionId: string, problem: string | null): void => {
    const known = this.listening.get(connectionId);
    if (!known || known.problem !== problem) this.listening.set(connectionId, { since: this.now(), problem });
  };

  /** It needs not be held open any more. */
  readonly onNotListening = (connectionId: string): void => void this.listening.delete(connectionId);

  /** Something that is kept through the connection, as a user group. `problem`: it can’t be. */
  readonly onPart = (connectionId: string | null, part: string, problem: string | null): void => {
    const key = `${connectionId} ${part}`;
    if (problem === null) this.parts.delete(key);
    else if (this.parts.get(key)?.problem !== problem) this.parts.set(key, { since: this.now(), problem });
  };
  problemOf(connectionId: string, part: string): string | null {
    return this.parts.get(`${connectionId} ${part}`)?.problem ?? null;
  }

  /** Null: its kind needs none, or none was opened yet. */
  listeningOf(connectionId: string): Listening | null {
    return this.listening.get(connectionId) ?? null;
  }

  stateOf({ id: connectionId, secretRef }: Pick<ConnectionRow, 'id' | 'secretRef'>): ConnectionState | null {
    const { last, breaker } = this.knownOf({ connectionId, secretRef });
    return last ? { at: last.at, ok: last.ok, detail: last.detail, stoppedSince: breaker.openSince } : null;
  }

  /** A sentence for each connection through which nothing is sent. */
  describeStopped(connections: Pick<Rows<ConnectionRow>, 'all'>): readonly string[] {
    return [...connections.all()].flatMap((row) => {
      const state = this.stateOf(row);
      return state?.stoppedSince ? [`the connection ${row.name} does not work since ${state.stoppedSince}: ${state.detail}`] : [];
    });
  }

  /** The same, and one for each whose last message was refused because of the account or its sender. */
  describe(connections: Pick<Rows<ConnectionRow>, 'all'>): readonly string[] {
    const refused = [...connections.all()].flatMap(({ id, name, secretRef }) => {
      const { last, breaker } = this.knownOf({ connectionId: id, secretRef });
      return last?.isRefused && breaker.openSince === null
        ? [`the connection ${name} is refused by its provider since ${last.at}: ${last.detail}`]
        : [];
    });
    return [...this.describeStopped(connections), ...this.describeDeaf(connections), ...this.describeParts(connections), ...refused];
  }

  private describeDeaf(connections: Pick<Rows<ConnectionRow>, 'all'>): readonly string[] {
    return [...connections.all()].flatMap(({ id, name }) => {
      const { problem, since } = this.listening.get(id) ?? { problem: null, since: '' };
      return problem === null ? [] : [`the connection ${name} gets not every answer since ${since}: ${problem}`];
    });
  }

  private describeParts(connections: Pick<Rows<ConnectionRow>, 'all'>): readonly string[] {
    return [...connections.all()].flatMap(({ id, userGroups = [] }) =>
      userGroups.flatMap(({ groupId, handle }) => {
        const part = this.parts.get(`${id} ${groupId}`);
        return part?.problem ? [`the user group @${handle} can’t be kept since ${part.since}: ${part.problem}`] : [];
      }),
    );
  }

  private knownOf({ connectionId, secretRef }: Credential): Known {
    const known = this.known.get(connectionId ?? '');
    return known?.secretRef === secretRef ? known : { secretRef, breaker: closedBreaker, last: known?.last ?? null };
  }

  private put({ connectionId }: Credential, known: Known): void {
    if (connectionId !== null) this.known.set(connectionId, known);
  }
}

/** The kinds of connections that are set up. */
export const connectedKinds = ({ reads }: Pick<ServerParts, 'reads'>): string[] => [...reads.connections.all()].map(({ kind }) => kind);
