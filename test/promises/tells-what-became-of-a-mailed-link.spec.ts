import { story } from '@tocsin/testing/stage/story.js';
import type { AccessShown } from '@tocsin/contracts/access/noun.js';
import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let mailbox: Mailbox;
let bo: Player;

beforeAll(async () => {
  mailbox = await Mailbox.start();
  stage = await Stage.begin({ mailbox });
  bo = await stage.addPerson('Bo');
});
afterAll(() => stage.close());

const invitePerson = async (email: string, personId?: string) => {
  const { says } = await stage.ana.api.run('InvitePerson', { name: 'Cleo', email, ...(personId ? { personId } : {}) });
  await stage.settle();
  return { personId: String(says['personId']), link: String(says['invitation']) };
};
const rowOf = (personId: string) => stage.ana.api.row('people', personId);
const listMailEvents = async (personId: string): Promise<readonly RecordedFact[]> =>
  (await stage.ana.api.events(`access-${personId}`)) as readonly RecordedFact[];
const mailsOf = async (personId: string) => (await listMailEvents(personId)).filter(({ type }) => type.includes('Mail'));
const accessOf = async (personId: string) => (await stage.ana.api.request<AccessShown>('GET', `/api/people/${personId}/access`)).body;
const whileRefusing = async (work: () => Promise<unknown>): Promise<void> => {
  stage.expectedErrors = /(?:invitation|reset) mail/;
  mailbox.refuse('recipient', 550, '5.1.1 <cleo@example.org>: nobody is called that');
  await work();
  mailbox.recover();
};

story('a mailed link', (chapter) => {
  chapter('of an invitation stands with the person as sent, and when', async () => {
    const { personId } = await invitePerson('cleo@example.org');
    expect(mailbox.messages.at(-1)?.subject).toMatch(/^You are invited/);
    expect((await rowOf(personId)).invitationMail).toEqual({ at: expect.any(String), reason: null });
    expect(await mailsOf(personId)).toMatchObject([{ type: 'InvitationMailSent', meta: { actor: { kind: 'system' } } }]);
  });

  chapter(
    'of an invitation stands there as failed, with the reason and without the address or the link; a new one begins anew',
    async () => {
      let cleo = { personId: '', link: '' };
      await whileRefusing(async () => (cleo = await invitePerson('cleo@example.org')));
      expect((await rowOf(cleo.personId)).invitationMail).toMatchObject({ reason: 'delivery.provider_rejected' });
      const facts = await mailsOf(cleo.personId);
      expect(facts.map(({ type }) => type)).toEqual(['InvitationMailSent', 'InvitationMailFailed']);
      const text = JSON.stringify(facts);
      expect([text.includes('cleo@'), text.includes(cleo.link.split('/').at(-1)!)]).toEqual([false, false]);
      await invitePerson('cleo@example.org', cleo.personId);
      expect((await rowOf(cleo.personId)).invitationMail).toMatchObject({ reason: null });
    },
  );

  chapter('to a new password is told of to those who may know, the same way', async () => {
    const { personId } = bo;
    expect((await accessOf(personId)).resetMail).toBeNull();
    await stage.ana.api.run('MakePasswordResetLink', { personId });
    await stage.settle();
    expect((await accessOf(personId)).resetMail).toEqual({ at: expect.any(String), reason: null });
    await whileRefusing(async () => {
      await stage.ana.api.run('MakePasswordResetLink', { personId });
      await stage.settle();
    });
    expect((await accessOf(personId)).resetMail).toMatchObject({ reason: 'delivery.provider_rejected' });
    expect((await mailsOf(personId)).map(({ type }) => type)).toEqual([
      'InvitationMailSent',
      'PasswordResetMailSent',
      'PasswordResetMailFailed',
    ]);
  });

  chapter('that could not be sent shows in health, too', async () => {
    const { body } = await stage.ana.api.request<object>('GET', '/api/health');
    expect(JSON.stringify(body)).toMatch(/invitation mail.*reset mail|reset mail.*invitation mail/);
  });
});

describe('an invitation that came with a table of people', () => {
  it('is mailed with a link that works', async () => {
    const rows = ['Dan', 'Eve'].map((name) => ({ name, email: `${name.toLowerCase()}@example.org` }));
    const { status } = await stage.ana.api.request('POST', '/api/people/import', { rows, what: 'all' }, { 'idempotency-key': 'a table' });
    expect(status).toBe(202);
    await stage.settle();
    for (const { email } of rows) {
      const { text } = await mailbox.waitFor(({ to }) => JSON.stringify(to).includes(email));
      const path = /\/invite\/\S+/.exec(text!)![0].replace('/invite/', '/api/invitations/');
      const joinAnswer = await stage.tocsin.anonymous.request('POST', path, { password: 'correct horse battery' });
      expect(joinAnswer.status).toBe(201);
    }
  });
});

describe('joining by an invitation', () => {
  const joinWith = async (name: string, linkOf: (shown: string, mailed: string) => string) => {
    const email = `${name.toLowerCase()}@example.org`;
    const { says } = await stage.ana.api.run('InvitePerson', { name, email });
    await stage.settle();
    const mailed = /\/invite\/(\S+)/.exec((await mailbox.waitFor(({ to }) => JSON.stringify(to).includes(email))).text!)![1]!;
    const link = linkOf(String(says['invitation']).split('/invite/')[1]!, mailed);
    const { status } = await stage.tocsin.anonymous.request('POST', `/api/invitations/${link}`, { password: 'correct horse battery' });
    await stage.settle();
    const { methods, rules } = await stage.ana.api.row('contacts', String(says['personId']));
    return { status, methods: methods.map(({ kind, verified }) => ({ kind, verified })), rules };
  };

  it('proves its address when it is opened by the link that was mailed, and by that alone', async () => {
    const byMail = await joinWith('Mia', (_, mailed) => mailed);
    expect(byMail).toEqual({ status: 201, methods: [{ kind: 'email', verified: true }], rules: [] });
    expect(await joinWith('Ned', (shown) => shown)).toEqual({ status: 201, methods: [], rules: [] });
    expect(
      await joinWith('Olo', (shownLink, mailedLink) => `${shownLink}.${'A'.repeat(mailedLink.length - shownLink.length - 1)}`),
    ).toMatchObject({
      status: 404,
    });
  });

  it('names the teams that the person is in', async () => {
    const { says } = await stage.ana.api.run('InvitePerson', { name: 'Pia', email: 'pia@example.org' });
    const { teamId } = stage.setUpAnswer;
    await stage.ana.api.run('AddTeamMember', { teamId, personId: String(says['personId']), role: 'responder' });
    await stage.settle();
    const path = `/api/invitations/${String(says['invitation']).split('/invite/')[1]!}`;
    const { name } = await stage.ana.api.row('teams', teamId);
    expect((await stage.tocsin.anonymous.request('GET', path)).body).toMatchObject({ name: 'Pia', teams: [name] });
  });
});
