import { BodyRoom } from './body-room.js';

const most = { together: 100, ofStrangers: 60, ofNetwork: 40, ofIntegration: 50 };

describe('the room for bodies', () => {
  it('is shared by all, and given back', () => {
    const room = new BodyRoom(most);
    const [one, two] = [room.enter('known'), room.enter('known')];
    expect([one.grow(70), two.grow(40), two.grow(30)]).toEqual([true, false, true]);
    one.leave();
    one.leave();
    expect([two.grow(71), two.grow(70)]).toEqual([false, true]);
  });

  it('has a part for strangers, and of that a part for each network', () => {
    const room = new BodyRoom(most);
    const [here, alsoHere, otherNetwork] = [
      room.enter({ network: 'here' }),
      room.enter({ network: 'here' }),
      room.enter({ network: 'there' }),
    ];
    expect([here.grow(30), alsoHere.grow(20), alsoHere.grow(10)]).toEqual([true, false, true]);
    expect([otherNetwork.grow(30), otherNetwork.grow(20)]).toEqual([false, true]);
    expect(room.enter('known').grow(40)).toBe(true);
    here.leave();
    expect(alsoHere.grow(30)).toBe(true);
  });

  it('has a part for each integration, so that one key keeps out no other', () => {
    const room = new BodyRoom(most);
    const [one, same, another] = ['a', 'a', 'b'].map((integration) => room.enter({ integration }));
    expect([one!.grow(40), same!.grow(11), same!.grow(10), another!.grow(50)]).toEqual([true, false, true, true]);
    one!.leave();
    expect(same!.grow(40)).toBe(true);
  });

  it('takes a body that grows piece by piece, and leaves it as it was when there is no room for the next', () => {
    const room = new BodyRoom(most);
    const body = room.enter({ network: 'here' });
    expect([body.grow(40), body.grow(1)]).toEqual([true, false]);
    body.leave();
    expect(room.enter({ network: 'here' }).grow(40)).toBe(true);
  });
});
