import type { ConnectionRow, ConnectionState } from '@tocsin/contracts/connections/noun.js';
import type { ServerParts } from './server-parts.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';

/** What the providers of connections last answered. In memory: the next call after a start says it again. */
export class ConnectionHealth {
  private readonly states = new Map<string, ConnectionState & { readonly isRefused: boolean }>();

  constructor(private readonly now: () => string) {}

  /** `isRefused`: account or sender, and not this message alone. */
  readonly onAnswer = (
    connectionId: string,
    { ok, detail, isRefused }: Omit<ConnectionState, 'at'> & { readonly isRefused: boolean },
  ): void => {
    this.states.set(connectionId, { at: this.now(), ok, detail, isRefused });
  };

  stateOf(connectionId: string): ConnectionState | null {
    const state = this.states.get(connectionId);
    return state ? { at: state.at, ok: state.ok, detail: state.detail } : null;
  }

  /** A sentence for each connection that is refused. */
  describe(connections: Pick<Rows<ConnectionRow>, 'all'>): readonly string[] {
    return [...connections.all()].flatMap(({ id, name }) => {
      const state = this.states.get(id);
      return state?.isRefused ? [`the connection ${name} is refused by its provider since ${state.at}: ${state.detail}`] : [];
    });
  }
}

/** The kinds of connections that are set up. */
export const connectedKinds = ({ reads }: Pick<ServerParts, 'reads'>): string[] => [...reads.connections.all()].map(({ kind }) => kind);
