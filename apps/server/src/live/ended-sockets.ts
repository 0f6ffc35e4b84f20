/** The part of a socket that is needed to end it. */
export interface EndableSocket {
  emit(event: 'signedOut'): unknown;
  disconnect(close: true): unknown;
}

/** Sockets that are checked in one turn of the event loop. */
export const socketsOfTurn = 500;

/**
 * Closes the sockets of callers who are no longer signed in. All changes of one turn cause one pass over all sockets, a limited
 * number in each turn.
 */
export class EndedSockets<S extends EndableSocket> {
  private isPlanned = false;

  constructor(
    private readonly sockets: () => Iterable<S>,
    private readonly isSignedIn: (socket: S) => boolean,
  ) {}

  closeSoon(): void {
    if (this.isPlanned) return;
    this.isPlanned = true;
    setImmediate(() => {
      this.isPlanned = false;
      this.closeSome([...this.sockets()]);
    });
  }

  private closeSome(all: readonly S[], from = 0): void {
    for (const socket of all.slice(from, from + socketsOfTurn)) {
      if (this.isSignedIn(socket)) continue;
      socket.emit('signedOut');
      socket.disconnect(true);
    }
    if (from + socketsOfTurn < all.length) setImmediate(() => this.closeSome(all, from + socketsOfTurn));
  }
}
