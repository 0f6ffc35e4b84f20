import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyCommand, planCommand } from './config-files.js';

const settings = {
  data: join(tmpdir(), 'tocsin-no-data'),
  masterKey: undefined,
  newMasterKey: undefined,
  cluster: null,
  stores: null,
  backupKeepDays: 30,
  backupKeys: { keyId: undefined, secret: undefined },
};
const change = { kind: 'Team', name: 'Payments', id: '1', action: 'create', at: null, revision: 0, fields: [] };
const summary = { created: 1, changed: 0, removed: 0, drift: 0, unchanged: 0 };
const plan = {
  digest: 'a.b',
  summary,
  shifts: [],
  told: [],
  changes: [change],
  invited: [],
  people: [],
  warnings: [],
  errors: [],
  backtests: [],
};
const error = { file: 'a.yaml', line: 1, column: 1, path: '', code: 'config.syntax', message: 'no' };

describe('what a pipeline is told by the exit code', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-exit-'));
  let server: Server;
  let answers: Readonly<Record<string, unknown>>;
  const said: string[] = [];
  const before = { ...process.env };

  beforeAll(async () => {
    writeFileSync(join(folder, 'a.yaml'), 'kind: Team\nname: Payments\n');
    server = createServer((request, response) => {
      const found = Object.entries(answers).find(([path]) => request.url!.startsWith(path))?.[1];
      response.writeHead(found === undefined ? 503 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(found ?? {}));
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    process.env['TOCSIN_URL'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    process.env['TOCSIN_TOKEN'] = 'token';
    jest.spyOn(console, 'log').mockImplementation((text: string) => void said.push(text));
    jest.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterAll(() => {
    process.env = before;
    jest.restoreAllMocks();
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const files = ['--file', folder];
  const apply = async (state: object | null, planned: object = plan): Promise<number> => {
    const applied = { plan: planned, applyId: state === null ? null : 'x' };
    answers = { '/api/config/plan': planned, '/api/config/apply': applied, '/api/views/configApplies': { row: state } };
    return applyCommand([...files, '--yes'], settings);
  };

  it('of a plan: 0 nothing to do, 1 refused, 2 changes', async () => {
    const planned = async (more: object): Promise<number> => {
      answers = { '/api/config/plan': { ...plan, ...more } };
      return planCommand(files, settings);
    };
    expect([await planned({ changes: [] }), await planned({ errors: [error] }), await planned({})]).toEqual([0, 1, 2]);
  });

  it('of an apply: 0 done or nothing, 1 refused, 4 stopped in the middle, with where', async () => {
    expect(await apply({ state: 'applied' })).toBe(0);
    expect(await apply(null, { ...plan, changes: [] })).toBe(0);
    expect(await apply(null, { ...plan, errors: [error] })).toBe(1);
    expect(await apply({ state: 'stopped', done: 2, steps: 5, stoppedAt: { about: 'Service Payments/Checkout' } })).toBe(4);
    expect(said.at(-1)).toBe('Stopped at step 3 of 5: Service Payments/Checkout was refused. Plan again to see what is left.');
  });

  it('of a server that is away or not ready: it is no answer, which ends with 75', async () => {
    answers = {};
    await expect(planCommand(files, settings)).rejects.toThrow('is not ready. Try again.');
  });
});
