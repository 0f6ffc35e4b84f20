import type { FollowShown } from '@tocsin/contracts/followers/follow-link.js';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HookServer } from '@tocsin/testing/channels/hooks/hook-server.js';
import { requestAsStranger } from '@tocsin/testing/browser/stranger.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { onDuty } from '@tocsin/testing/schedules/duty.js';
import { createScheduleOn } from '@tocsin/testing/schedules/stage-rotations.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { commandLineProgram } from '@tocsin/testing/stage/program.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';

/** A Monday: Ana’s week begins, Bo’s a week later. */
const began = '2026-11-23T09:00:00.000Z';

story('messages that are no page', (chapter) => {
  let stage: Stage;
  let mailbox: Mailbox;
  let hooks: HookServer;
  let bo: Player;
  let cleo: Player;
  let scheduleId: string;
  const mailsTo = (name: string) => mailbox.messages.filter(({ to }) => JSON.stringify(to).includes(`${name}@`));
  const subjectsTo = (name: string, about: RegExp) => mailsTo(name).flatMap(({ subject }) => (about.test(subject ?? '') ? [subject] : []));
  const textTo = (name: string, about: RegExp) => mailsTo(name).findLast(({ subject }) => about.test(subject ?? ''))!.text!;
  /** An alert of a service that rehearses: it pages nobody, and no summary has it. */
  const rehearse = async (name: string): Promise<void> => {
    const { teamId, policyId } = stage.setUpAnswer;
    const { says } = await stage.ana.api.run('CreateService', { teamId, name, policyId, rehearses: true });
    const integration = { teamId, serviceId: String(says['serviceId']), name, kind: 'generic' as const };
    const { says: made } = await stage.ana.api.run('CreateIntegration', integration);
    await stage.settle();
    const door = new URL(String(made['address'])).pathname;
    const { status } = await stage.tocsin.anonymous.request('POST', door, { summary: name, severity: 'critical' });
    expect(status).toBe(202);
    await stage.settle();
  };
  const choose = (player: Player, kind: 'going_on' | 'going_off' | 'morning_summary' | 'shifts_moved', more: object = {}) =>
    player.api.run('ChooseNotice', { personId: player.personId, kind, on: true, contactMethodId: null, ...more });

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    hooks = await HookServer.start();
    stage = await Stage.begin({ mailbox, env: { TOCSIN_CLOCK_AT: '2026-11-23T10:00:00.000Z' } });
    [bo, cleo] = [await stage.addPerson('Bo'), await stage.addPerson('Cleo')];
    const length = { unit: 'weeks', count: 1, time: '09:00', weekday: 1 } as const;
    scheduleId = await createScheduleOn(stage, 'Payments primary', { length, anchor: began, turns: [stage.ana, bo] });
    await stage.setPolicy([{ page: [onDuty(scheduleId)], wait: 60 }]);
    await stage.advance('PT1H');
  });
  afterAll(async () => {
    await stage.close();
    await mailbox.close();
    await hooks.close();
  });

  chapter('your shifts moved: those whom an edit of somebody else concerns hear of it once, with before and after', async () => {
    const override = { kind: 'replace', personId: cleo.personId, replacesId: bo.personId } as const;
    const day = { from: '2026-12-01T09:00:00.000Z', to: '2026-12-02T09:00:00.000Z' };
    await stage.ana.api.run('AddOverrides', { scheduleId, overrides: [{ ...override, ...day }] });
    await stage.advance('PT5M');
    expect(subjectsTo('bo', /moved/)).toEqual([]);
    await stage.restart('SIGKILL');
    await stage.advance('PT6M');
    await stage.advance('PT1H');
    expect(subjectsTo('bo', /moved/)).toEqual(['Your shifts moved: Payments primary']);
    expect(subjectsTo('cleo', /moved/)).toEqual(['Your shifts moved: Payments primary']);
    expect(subjectsTo('ana', /moved/)).toEqual([]);
    expect(textTo('bo', /moved/)).toMatch(/Ana changed who is on call\.\s+Before: Mon 30 Nov, 09:00 UTC to Mon 7 Dec, 09:00 UTC/);
    expect(textTo('cleo', /moved/)).toContain('Now: Tue 1 Dec, 09:00 UTC to Wed 2 Dec, 09:00 UTC');
  });

  chapter('the last link in a mail switches that kind off, without signing in and in one press; looking changes nothing', async () => {
    const [, secret] = /\/unfollow\/([\w-]{64})/.exec(textTo('cleo', /moved/))!;
    const address = `${stage.tocsin.url}/api/follows/${secret!}`;
    const shown = async () => (await (await fetch(address)).json()) as FollowShown;
    expect(await shown()).toMatchObject({ personName: 'Cleo', kind: 'shifts_moved', follows: true });
    expect(await shown()).toMatchObject({ follows: true });
    expect((await requestAsStranger(address, { method: 'POST' })).status).toBe(202);
    await stage.settle();
    expect(await shown()).toMatchObject({ follows: false });
    const override = { kind: 'replace', personId: cleo.personId, replacesId: bo.personId } as const;
    const day = { from: '2026-12-03T09:00:00.000Z', to: '2026-12-04T09:00:00.000Z' };
    await stage.ana.api.run('AddOverrides', { scheduleId, overrides: [{ ...override, ...day }] });
    await stage.advance('PT20M');
    expect(subjectsTo('cleo', /moved/)).toHaveLength(1);
    expect(subjectsTo('bo', /moved/)).toHaveLength(2);
  });

  chapter('going on call: each chosen time before, once, and never by what rings', async () => {
    await choose(bo, 'going_on', { leads: [1_440, 60] });
    const byPhone = { personId: cleo.personId, kind: 'going_on', on: true, contactMethodId: cleo.methodId } as const;
    expect(await cleo.api.expectRefusal('ChooseNotice', byPhone)).toMatchObject({ code: 'contact_method.takes_no_news' });
    await stage.advance('P6DT20H');
    await stage.restart('SIGKILL');
    await stage.advance('PT4H');
    expect(subjectsTo('bo', /^You are on call/)).toEqual([
      'You are on call for Payments primary from Mon 30 Nov, 09:00 UTC',
      'You are on call for Payments primary from Mon 30 Nov, 09:00 UTC',
    ]);
    expect(bo.ringCount).toBe(0);
  });

  chapter('going off call: who holds alert groups is offered to hand them over, and a morning summary says what happened', async () => {
    await choose(cleo, 'morning_summary', { minute: 420 });
    await stage.advance('PT18H');
    await stage.generic({ summary: 'Disk full', key: 'one' });
    const { id: groupId } = await stage.getGroup();
    await rehearse('Moved in');
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.advance('PT2H40M');
    // an acknowledgement lapses when its holder is silent
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.advance('PT20M');
    expect(subjectsTo('bo', /went off/)).toEqual(['You went off call for Payments primary with 1 alert group']);
    expect(textTo('bo', /went off/)).toMatch(new RegExp(`On call now: Cleo\\.\\s+#1 Disk full\\s+http\\S+/hand-over/${scheduleId}`));
    expect(subjectsTo('cleo', /^Your morning/)).toHaveLength(1);
    expect(textTo('cleo', /morning/)).toMatch(/#1 Disk full: firing\s+On call:\s+Payments primary: Bo, from Tue 1 Dec, 09:00 UTC Cleo/);
  });

  chapter('who is on call is posted in a channel at a handoff, once, without mentioning anybody', async () => {
    await stage.ana.api.prove();
    const receiver = { teamId: null, name: '#ops', receiver: 'rocketchat', address: hooks.hook('rocketchat'), kinds: [] } as const;
    const { says } = await stage.ana.api.run('CreateEventSubscription', { ...receiver, kinds: [] });
    const subscriptionId = String(says['subscriptionId']);
    await stage.ana.api.run('ChooseOnCallPosts', { subscriptionId, posts: { when: 'handoffs' } });
    await stage.advance('P1D');
    await stage.restart('SIGKILL');
    await stage.settle();
    const posts = hooks.posts.filter(({ text }) => text.includes('Payments primary'));
    expect(posts.map(({ text }) => text)).toEqual([expect.stringMatching(/Payments primary: Bo, from .* Cleo/)]);
  });

  chapter('nobody is told who is disabled, nor twice after a restart', async () => {
    const before = mailbox.messages.length;
    await stage.restart('SIGKILL');
    await stage.settle();
    expect(mailbox.messages).toHaveLength(before);
  });
});

it('a gap ahead is told to the managers of its team a week before', async () => {
  const mailbox = await Mailbox.start();
  const stage = await Stage.begin({ mailbox, env: { TOCSIN_CLOCK_AT: '2026-11-23T10:00:00.000Z' } });
  try {
    const bo = await stage.addPerson('Bo');
    const length = { unit: 'weeks', count: 1, time: '09:00', weekday: 1 } as const;
    const scheduleId = await createScheduleOn(stage, 'Payments primary', { length, anchor: began, turns: [bo] });
    const hole = { kind: 'remove', personId: bo.personId, from: '2026-12-05T09:00:00.000Z', to: '2026-12-05T17:00:00.000Z' } as const;
    await bo.api.run('ChooseNotice', { personId: bo.personId, kind: 'shifts_moved', on: false, contactMethodId: null });
    await stage.ana.api.run('AddOverrides', { scheduleId, overrides: [hole] });
    const gaps = () =>
      mailbox.messages.flatMap(({ subject, to }) => (subject?.startsWith('No one is on call') ? [[subject, JSON.stringify(to)]] : []));
    await stage.advance('P3D');
    expect(gaps()).toEqual([]);
    await stage.advance('P2D');
    expect(gaps()).toEqual([['No one is on call for Payments primary from Sat 5 Dec, 09:00 UTC', expect.stringContaining('ana@')]]);
    await stage.advance('P5D');
    expect(gaps()).toHaveLength(1);
  } finally {
    await stage.close();
    await mailbox.close();
  }
});

it('a store that is restored and held tells nothing, and goes on when it goes live', async () => {
  const place = mkdtempSync(join(tmpdir(), 'tocsin-held-'));
  const [mailbox, hooks] = [await Mailbox.start(), await HookServer.start()];
  const stage = await Stage.begin({ mailbox, profile: 'embedded', env: { TOCSIN_CLOCK_AT: '2026-11-23T10:00:00.000Z' } });
  let copy: Tocsin | undefined;
  try {
    const { api, personId } = stage.ana;
    const bo = await stage.addPerson('Bo');
    const length = { unit: 'days', count: 1, time: '09:00' } as const;
    const scheduleId = await createScheduleOn(stage, 'Payments primary', { length, anchor: began, turns: [stage.ana, bo] });
    await stage.advance('PT1H');
    await api.run('ChooseNotice', { personId, kind: 'going_on', on: true, contactMethodId: null, leads: [60] });
    await api.run('ChooseNotice', { personId, kind: 'morning_summary', on: true, contactMethodId: null, minute: 420, always: true });
    await api.prove();
    for (const posts of [{ when: 'handoffs' }, { when: 'daily', minute: 540, timeZone: 'UTC' }] as const) {
      const receiver = { teamId: null, name: posts.when, receiver: 'rocketchat', address: hooks.hook('rocketchat') } as const;
      const { says } = await api.run('CreateEventSubscription', { ...receiver, kinds: [] });
      await api.run('ChooseOnCallPosts', { subscriptionId: String(says['subscriptionId']), posts });
    }
    const hole = { kind: 'remove', personId: bo.personId, from: '2026-12-03T10:00:00.000Z', to: '2026-12-03T12:00:00.000Z' } as const;
    await api.run('AddOverrides', { scheduleId, overrides: [hole] });
    await stage.settleFully();
    const [file, data] = [join(place, 'before.tar'), join(place, 'data')];
    const env = (of: string) => ({ env: { ...process.env, TOCSIN_DATA: of, NODE_OPTIONS: '' } });
    execFileSync(process.execPath, [commandLineProgram, 'backup', file], env(stage.tocsin.data));
    const key = join(stage.tocsin.data, 'vault', 'master.key');
    execFileSync(process.execPath, [commandLineProgram, 'restore', file, '--master-key', key], env(data));
    await stage.tocsin.stop();
    const sent = () => [...mailbox.messages.map(({ subject }) => subject ?? ''), ...hooks.posts.map(({ text }) => text)];
    const before = sent();
    copy = await Tocsin.start({ data, profile: 'embedded', env: { TOCSIN_SMTP_URL: mailbox.url } });
    await copy.advance('P4D');
    expect(sent()).toEqual(before);
    const anaThere = new Client(copy.url, api.token, personId);
    expect((await anaThere.events('organisation')).map(({ type }) => type)).toContain('StoreRestored');
    for (const type of ['NoticeGiven', 'OnCallPosted']) {
      const { body } = await anaThere.request<{ events: readonly { meta: { at: string } }[] }>('GET', `/api/events?type=${type}`);
      expect(body.events.filter(({ meta }) => meta.at > '2026-11-24')).toEqual([]);
    }
    await anaThere.run('GoLiveHere', {});
    await copy.settle();
    const atOnce = sent().slice(before.length);
    await copy.advance('P2D');
    const later = sent().slice(before.length);
    // what was due while it was held is told once at most, and as it is now
    expect(atOnce.length).toBeLessThanOrEqual(4);
    expect(later.filter((text) => text.startsWith('You are on call'))).toHaveLength(1);
    expect(later.filter((text) => text.startsWith('Your morning')).length).toBeGreaterThanOrEqual(2);
    expect(later.filter((text) => text.includes('Payments primary: ')).length).toBeGreaterThanOrEqual(4);
  } finally {
    await copy?.stop();
    await stage.detach();
    await hooks.close();
    rmSync(place, { recursive: true, force: true });
  }
});
