import { given, foldRows } from '@tocsin/kernel/decide/given.js';
import { byAdmin, byBo, byOwner, recordedFacts } from '../../configuration.fixture.js';
import { mailServerDecider } from './decider.js';
import { mailServerConfigured, mailServerRemoved } from './facts.fixture.js';
import { mailServerKey, mailServerView } from './views.js';

const owner = { actor: byOwner };
const command = { type: 'ConfigureMailServer', data: { ...mailServerConfigured.data, keepsLogin: false } };
const other = { ...command, data: { ...command.data, host: 'relay.example.org', keepsLogin: true } };
const remove = { type: 'RemoveMailServer', data: {} };

describe('the mail server', () => {
  it('is set, and set to the same is nothing new', () => {
    expect(given(mailServerDecider).when(command, owner).facts()).toEqual([mailServerConfigured]);
    expect(given(mailServerDecider, [mailServerConfigured]).when(command, owner).nothing()).toBe(true);
  });

  it('is set by owners alone: it reads every link to a new password', () => {
    for (const actor of [byAdmin, byBo])
      for (const askedCommand of [command, remove])
        expect(given(mailServerDecider, [mailServerConfigured]).when(askedCommand, { actor }).refusal()).toBe('permission.denied');
  });

  it('keeps its login while that is the one that is there', () => {
    expect(given(mailServerDecider, [mailServerConfigured]).when(other, owner).facts()).toEqual([
      { type: 'MailServerConfigured', data: { ...mailServerConfigured.data, host: 'relay.example.org' } },
    ]);
    const replacedFact = { ...mailServerConfigured, data: { ...mailServerConfigured.data, loginRef: 'mail-login:2' } };
    expect(given(mailServerDecider, [mailServerConfigured, replacedFact]).when(other, owner).refusal()).toBe(
      'mail_server.password_missing',
    );
    expect(given(mailServerDecider).when(other, owner).refusal()).toBe('mail_server.password_missing');
  });

  it('is removed once', () => {
    expect(given(mailServerDecider, [mailServerConfigured]).when(remove, owner).facts()).toEqual([mailServerRemoved]);
    expect(given(mailServerDecider, [mailServerConfigured, mailServerRemoved]).when(remove, owner).nothing()).toBe(true);
  });

  it('is one row in memory, and none once it is removed', () => {
    expect([...foldRows(mailServerView, recordedFacts([mailServerConfigured]))]).toEqual([[mailServerKey, mailServerConfigured.data]]);
    expect([...foldRows(mailServerView, recordedFacts([mailServerConfigured, mailServerRemoved]))]).toEqual([]);
  });
});
