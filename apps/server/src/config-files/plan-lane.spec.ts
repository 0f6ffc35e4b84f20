import { mostWaiting, PlanLane } from './plan-lane.js';

const held = () => {
  let release = (): void => {};
  const promise = new Promise<void>((resolve) => (release = resolve));
  const begun: string[] = [];
  const job = (name: string) => () => {
    begun.push(name);
    return promise;
  };
  return { begun, job, release: () => release() };
};

describe('plans of people', () => {
  it('are made one after the other, and a person has one that waits', async () => {
    const { begun, job, release } = held();
    const lane = new PlanLane();
    const runs = [lane.run('ana', job('ana 1')), lane.run('ana', job('ana 2')), lane.run('bo', job('bo'))];
    await expect(lane.run('ana', job('ana 3'))).rejects.toMatchObject({ code: 'limit.computations', retryAfter: 5 });
    expect(begun).toEqual(['ana 1']);
    release();
    await Promise.all(runs);
    expect(begun).toEqual(['ana 1', 'ana 2', 'bo']);
  });

  it('are refused before they begin when too many wait, and go on after one has failed', async () => {
    const { begun, job, release } = held();
    const lane = new PlanLane();
    const failing = lane.run('first', () => job('first')().then(() => Promise.reject(new Error('no'))));
    const runs = Array.from({ length: mostWaiting }, (_, n) => lane.run(`person ${n}`, job(`person ${n}`)));
    await expect(lane.run('last', job('last'))).rejects.toMatchObject({ code: 'limit.computations' });
    release();
    await expect(failing).rejects.toThrow('no');
    await Promise.all(runs);
    expect(begun).toHaveLength(mostWaiting + 1);
  });
});
