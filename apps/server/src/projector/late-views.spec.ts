import { LateViews } from './late-views.js';

describe('late views', () => {
  it('are said after half a minute, and again each half minute', () => {
    const views = new LateViews();
    expect(views.look(5, 9, 0)).toBeNull();
    expect(views.look(8, 12, 29_999)).toBeNull();
    expect(views.look(8, 15, 30_000)).toMatch(/^The views have not applied event 9 for 30 s: they are at 8\./);
    expect(views.look(8, 15, 35_000)).toBeNull();
    expect(views.look(8, 16, 65_000)).toContain('event 15');
  });

  it('are not late while they keep up, however much is behind them at each look', () => {
    const views = new LateViews();
    for (let second = 0; second < 120; second += 5) expect(views.look(second * 10, second * 10 + 40, second * 1_000)).toBeNull();
  });

  it('are not late where nothing happens', () => {
    const views = new LateViews();
    for (let second = 0; second < 120; second += 5) expect(views.look(7, 7, second * 1_000)).toBeNull();
  });
});
