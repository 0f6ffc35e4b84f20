import { z } from 'zod';
import { event } from '@tocsin/contracts/message.js';
import { requireFinal } from './final-facts.js';

describe('a fact that is held against its contract', () => {
  const door = event(1, ['system', ''], 'A door was opened.', z.object({ door: z.string(), wide: z.boolean().default(false) }));
  const check = requireFinal((type) => (type === 'DoorOpened' ? door : undefined));
  const messageOf =
    (data: unknown, type = 'DoorOpened') =>
    (): void =>
      check({ type, data });

  it('is taken when its contract changes nothing of it, and can’t be written into any more', () => {
    const data = { door: 'north', wide: true };
    expect(messageOf(data)).not.toThrow();
    expect(Object.isFrozen(data)).toBe(true);
  });

  it('is refused when the contract refuses it, fills it in, or drops something', () => {
    expect(messageOf({ door: 7, wide: true })).toThrow('does not match its contract');
    expect(messageOf({ door: 'north' })).toThrow('not final');
    expect(messageOf({ door: 'north', wide: true, by: 'Zoë' })).toThrow('not final');
    expect(messageOf({ door: 'north', wide: true, by: undefined })).toThrow('not final');
    expect(messageOf({}, 'DoorPainted')).toThrow('DoorPainted');
  });
});
