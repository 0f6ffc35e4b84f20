import { setImmediate as nextTurn } from 'node:timers/promises';
import { EndedSockets, socketsOfTurn } from './ended-sockets.js';

class Tab {
  readonly sentEvents: string[] = [];
  constructor(readonly isSignedIn: boolean) {}
  emit(event: string): void {
    this.sentEvents.push(event);
  }
  disconnect(): void {
    this.sentEvents.push('closed');
  }
}

/** This many tabs, of which every tenth is signed out, and how often one was checked. */
const tabs = (count: number) => {
  const all = Array.from({ length: count }, (_, n) => new Tab(n % 10 !== 0));
  const looks = { count: 0 };
  const endedSockets = new EndedSockets(
    () => all,
    (tab) => {
      looks.count += 1;
      return tab.isSignedIn;
    },
  );
  return { all, looks, ended: endedSockets };
};

describe('sockets whose sessions may have ended', () => {
  it('are gone over once for all that changes in one turn', async () => {
    const { all, looks, ended } = tabs(40);
    for (let change = 0; change < 500; change += 1) ended.closeSoon();
    expect(looks.count).toBe(0);
    await nextTurn();
    await nextTurn();
    expect(looks.count).toBe(40);
    expect(all.filter(({ sentEvents: said }) => said.join() === 'signedOut,closed')).toHaveLength(4);
    ended.closeSoon();
    await nextTurn();
    await nextTurn();
    expect(looks.count).toBe(80);
  });

  it('are looked at so many a turn', async () => {
    const { all, looks, ended } = tabs(3 * socketsOfTurn);
    ended.closeSoon();
    let most = 0;
    for (let before = 0; looks.count < all.length; before = looks.count) {
      await nextTurn();
      most = Math.max(most, looks.count - before);
    }
    expect(most).toBeLessThanOrEqual(socketsOfTurn);
    expect(all.filter(({ sentEvents: said }) => said.length > 0)).toHaveLength(all.length / 10);
  });
});
