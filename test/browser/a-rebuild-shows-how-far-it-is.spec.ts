import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { RebuildShown } from '@tocsin/contracts/http.js';
import { describeInBrowser, waitForText, waitForNoText, Screens, eventually } from '@tocsin/testing/browser/browser.js';
import { inDatabase } from '@tocsin/testing/stage/cluster.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { Client } from '@tocsin/testing/stage/client.js';

const gate = 7_062_999;
/** An ordinal on the second page of a thousand that a rebuild reads. */
const heldMs = 1_200;

// While the gate is closed, a new table of a rebuild accepts no part that starts after that ordinal.
const lockScript = `
  create function wait_at_the_gate() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(${gate});
    return new;
  end $$;
  create function watch_new_tables() returns event_trigger language plpgsql as $$
  declare made text;
  begin
    for made in select object_identity from pg_event_trigger_ddl_commands() where object_identity ~ '\\.(")?[pc]_\\w+_new(")?$' loop
      execute format('create trigger gate before insert on %s for each row when (new.ordinal > ${heldMs}) execute function wait_at_the_gate()', made);
    end loop;
  end $$;
  create event trigger new_tables on ddl_command_end when tag in ('CREATE TABLE') execute function watch_new_tables();
`;

describeInBrowser('A rebuild under way', () => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin({ profile: 'cluster' });
    const { path } = await stage.integration('generic');
    for (let n = 0; n < 40; n++) {
      await stage.tocsin.anonymous.request('POST', path, { summary: `Disk ${n} is full`, key: `disk-${n}`, severity: 'critical' });
    }
    // no one answers: each is paged repeatedly
    for (let times = 0; times < 8; times++) await stage.advance('PT5M');
    await inDatabase(stage.tocsin.data, (client) => client.query(lockScript));
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/settings/health', { as: stage.ana.api });
    await waitForText(page, 'Background errors since the last start');
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  const operatorClient = (): Client => {
    const { token } = JSON.parse(readFileSync(join(stage.tocsin.data, 'operator.token'), 'utf8')) as { token: string };
    return new Client(stage.tocsin.url, token, '');
  };

  it('is shown with how far it has come, as it stands, and is gone when it is over', async () => {
    const bar = page.getByRole('progressbar', { name: 'Rebuild' });
    expect(await bar.count()).toBe(0);
    await inDatabase(stage.tocsin.data, async (client) => {
      await client.query('select pg_advisory_lock($1)', [gate]);
      await operatorClient().request('POST', '/api/rebuild', { views: ['alertGroups', 'ladders'] });
      const waitingLockSql = `select 1 from pg_locks where locktype = 'advisory' and objid = ${gate} and not granted`;
      await eventually(page, async () => expect((await client.query(waitingLockSql)).rows).not.toEqual([]));

      const { running } = (await operatorClient().request<RebuildShown>('GET', '/api/rebuild')).body;
      const { ordinal, target } = running!;
      expect([ordinal > 0, ordinal <= heldMs, heldMs < target]).toEqual([true, true, true]);
      await waitForText(page, `alertGroups, ladders: ${ordinal.toLocaleString('en-GB')} of ${target.toLocaleString('en-GB')} events`);
      expect([await bar.getAttribute('value'), await bar.getAttribute('max')]).toEqual([`${ordinal}`, `${target}`]);
      await client.query('select pg_advisory_unlock($1)', [gate]);
    });
    await bar.waitFor({ state: 'detached' });
    await waitForNoText(page, 'Views are being rebuilt');
    expect((await operatorClient().request<RebuildShown>('GET', '/api/rebuild')).body).toMatchObject({
      running: null,
      last: { trouble: null },
    });
    await waitForText(page, 'None.');
  });
});
