// The installations for screenshots, each made by the same commands in the same order on a manual clock.
import { playDemo, playDoubt, playNorthwind, playStorm, setUpAlone, startServer } from './northwind.mjs';

const startsAt = '2027-03-02T13:00:00.000Z';

/** Requests of screens, but not of sign-in: unanswered while the server is unreachable. */
const rows = /\/api\/(views|events|health|messages|why|people\/import|sessions|settings\/sign-in|tokens)/;

/** Each `play`s itself and answers who looks and where; `shows` names the chapters of the book that are taken of it. */
export const worlds = {
  new: { play: () => ({}), shows: { new: null } },
  empty: { play: setUpAlone, shows: { empty: null } },
  busy: { play: playNorthwind, shows: { busy: null, error: rows } },
  doubt: { play: playDoubt, shows: { doubt: null } },
  storm: { play: playStorm, shows: { storm: null } },
  demo: { args: ['--demo'], play: playDemo, shows: { demo: null } },
};

/** Opens a world. `end` removes it. */
export async function openWorld(name) {
  const server = await startServer(startsAt, worlds[name].args);
  const stage = await worlds[name].play(server.url, server.said);
  const end = async () => {
    await server.end();
    await stage.close?.();
  };
  return { ...stage, url: server.url, at: new Date(startsAt), end };
}
