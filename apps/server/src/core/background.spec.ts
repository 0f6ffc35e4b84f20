import { Background } from './background.js';

describe('the pieces of a running server', () => {
  const told: string[] = [];
  const tell = (what: string) => async (): Promise<void> => {
    await Promise.resolve();
    told.push(what);
  };
  const piece = (name: string) => ({ name, start: tell(`${name} starts`), stop: tell(`${name} stops`) });
  const fails = { name: 'bad', stop: () => Promise.reject(new Error('the disk is gone')) };
  beforeEach(() => told.splice(0));

  it('start in the order of the list, each when the one before has, and stop in reverse', async () => {
    const background = new Background([piece('log'), { name: 'door', start: tell('door opens') }, piece('watch')]);
    await background.start();
    await background.stop();
    expect(told).toEqual(['log starts', 'door opens', 'watch starts', 'watch stops', 'log stops']);
  });

  it('are stopped also where one before fails, which is said by its name', async () => {
    const background = new Background([piece('log'), fails, piece('watch')]);
    await expect(background.stop()).rejects.toThrow('bad could not be stopped: Error: the disk is gone');
    expect(told).toEqual(['watch stops', 'log stops']);
  });

  it('are not started behind one that can’t start', async () => {
    const background = new Background([{ name: 'bad', start: () => Promise.reject(new Error('no')) }, piece('watch')]);
    await expect(background.start()).rejects.toThrow('no');
    expect(told).toEqual([]);
  });
});
