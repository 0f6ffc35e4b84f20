import { ConfigRefused, readConfig } from './config.js';

const eventStore = 'esdb://admin:changeit@n1:2113,n2:2113,n3:2113?tls=true&tlsCAFile=/certs/ca.crt&nodePreference=leader';
const postgres = 'postgres://tocsin:secret@db:5432/tocsin';

describe('the configuration of a cluster', () => {
  it('is taken as it is', () => {
    const env = { TOCSIN_PROFILE: 'cluster', TOCSIN_EVENTSTORE: eventStore, TOCSIN_EVENTSTORE_PREFIX: 'acme', TOCSIN_POSTGRES: postgres };
    expect(readConfig(env)).toMatchObject({ profile: 'cluster', eventStore, eventStorePrefix: 'acme', postgres });
  });

  it.each(['esdb+discover://cluster.example.org:2113', 'esdb://localhost:2113?tls=false'])('takes %s', (TOCSIN_EVENTSTORE) => {
    expect(readConfig({ TOCSIN_EVENTSTORE }).eventStore).toBe(TOCSIN_EVENTSTORE);
  });

  it.each([
    [{}, 'TOCSIN_EVENTSTORE and TOCSIN_POSTGRES'],
    [{ TOCSIN_POSTGRES: postgres }, 'TOCSIN_EVENTSTORE'],
    [{ TOCSIN_EVENTSTORE: eventStore }, 'TOCSIN_POSTGRES'],
  ])('is refused with a sentence that names what is missing', (env, missingName) => {
    const read = (): unknown => readConfig({ TOCSIN_PROFILE: 'cluster', ...env });
    expect(read).toThrow(ConfigRefused);
    expect(read).toThrow(`TOCSIN_PROFILE=cluster needs ${missingName}: connection strings such as esdb://`);
  });

  it('takes all roles in any order, and refuses a part of them with a sentence', () => {
    expect(readConfig({ TOCSIN_ROLES: 'reactor, projector, query, command' }).roles).toHaveLength(4);
    expect(() => readConfig({ TOCSIN_ROLES: 'command,query' })).toThrow(/^TOCSIN_ROLES leaves out projector, reactor\. One server has all/);
  });

  it.each(['http://n1:2113', 'n1:2113'])('takes no %s for EventStoreDB', (TOCSIN_EVENTSTORE) => {
    expect(() => readConfig({ TOCSIN_EVENTSTORE })).toThrow('TOCSIN_EVENTSTORE is not valid');
  });

  it('takes no prefix that would be part of a stream’s own name', () => {
    expect(() => readConfig({ TOCSIN_EVENTSTORE_PREFIX: 'a-b' })).toThrow(
      'TOCSIN_EVENTSTORE_PREFIX is not valid: Letters, digits and underscores',
    );
  });
});

it.each(['mail.example.org:hunter2', 'http://mail.example.org', 'smtp://50%:hunter2@mail.example.org'])(
  'a mail server that can’t be read is refused, without its password: %s',
  (TOCSIN_SMTP_URL) => {
    const read = () => readConfig({ TOCSIN_SMTP_URL });
    expect(read).toThrow('TOCSIN_SMTP_URL can’t be read.');
    expect(read).not.toThrow('hunter2');
  },
);

describe('the public address', () => {
  it('is taken with a port and a final slash', () => {
    expect(readConfig({ TOCSIN_URL: 'https://tocsin.example.org:8443/' }).url).toBe('https://tocsin.example.org:8443');
  });

  it.each(['https://example.org/tocsin', 'https://example.org/tocsin/', 'https://example.org?on=call', 'https://ana@example.org'])(
    'is refused with a path or anything else behind the name: %s',
    (TOCSIN_URL) => {
      expect(() => readConfig({ TOCSIN_URL })).toThrow(/^TOCSIN_URL is not valid: Without a path, such as https:.*can’t run under one/);
    },
  );
});
