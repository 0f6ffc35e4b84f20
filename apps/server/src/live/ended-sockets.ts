/** A socket as far as ending it goes. */
export interface EndableSocket {
  emit(event: 'signedOut'): unknown;
  disconnect(close: true): unknown;
}

/** Sockets that are looked at in one turn of the loop. */
export const socketsOfTurn = 500;

/** Closes the sockets of those who are signed in no more. All are gone over once for all that changes in one turn, so many a turn. */
export class EndedSockets<S extends EndableSocket> {
  private isPlanned = false;

  constructor(
    private readonly sockets: () => Iterable<S>,
    private readonly goesOn: (socket: S) => boolean,
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
      if (this.goesOn(socket)) continue;
      socket.emit('signedOut');
      socket.disconnect(true);
    }
    if (from + socketsOfTurn < all.length) setImmediate(() => this.closeSome(all, from + socketsOfTurn));
  }
}
