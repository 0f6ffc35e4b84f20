import type { Promises } from './keep.js';

export const whatFallsDueWithinAMinuteIsOneMessage: Promises = {
  'the first rings at once, the others a minute after it, together': async (cast) => {
    await cast.opens(4);
    expect(cast.heard()).toEqual([1]);
    await cast.stage.advance('PT59S');
    expect(cast.heard()).toEqual([1]);
    await cast.stage.advance('PT1S');
    expect(cast.heard()).toEqual([1, 3]);
  },

  'which says how many each service has, and names them': async (cast) => {
    const said = cast.messages().at(-1)!;
    expect(said).toMatchObject({ type: 'bundle', urgency: 'high', count: 3, services: [{ count: 3 }] });
    expect(said.type === 'bundle' && said.pages.map(({ title }) => title.replace(/\d+ .*/, ''))).toEqual(['Disk', 'Disk', 'Disk']);
  },

  'and opens the next minute': async (cast) => {
    await cast.opens(2);
    await cast.stage.advance('PT59S');
    expect(cast.heard()).toEqual([1, 3]);
    await cast.stage.advance('PT1S');
    expect(cast.heard()).toEqual([1, 3, 2]);
  },
};
