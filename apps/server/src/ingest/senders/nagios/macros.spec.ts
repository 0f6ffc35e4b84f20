import { readMacros } from './macros.js';

const service = { NOTIFICATIONTYPE: 'PROBLEM', HOSTNAME: 'db-1', SERVICEDESC: 'Disk', SERVICESTATE: 'WARNING', SERVICEPROBLEMID: '7' };

describe('a notification by macros', () => {
  it.each(['', 'NAGIOS_', 'NOTIFY_', 'ICINGA_'])('is read with the prefix “%s”', (prefix) =>
    expect(readMacros(Object.fromEntries(Object.entries(service).map(([name, value]) => [`${prefix}${name}`, value])))).toMatchObject({
      signal: { action: 'trigger', key: 'db-1/Disk', alerts: [{ severity: 'warning', labels: { host: 'db-1', service: 'Disk' } }] },
    }),
  );

  it('has host and service as key, whatever the ids of problems are', () => {
    const recovery = { ...service, NOTIFICATIONTYPE: 'RECOVERY', SERVICESTATE: 'OK', SERVICEPROBLEMID: '0' };
    expect(readMacros(recovery)).toMatchObject({ signal: { action: 'resolve', key: 'db-1/Disk' } });
    expect(readMacros({ NOTIFICATIONTYPE: 'RECOVERY', HOSTNAME: 'db-1', HOSTSTATE: 'UP' })).toMatchObject({
      signal: { action: 'resolve', key: 'db-1' },
    });
    expect(readMacros({ ...service, pd_nagios_object: 'host', HOSTSTATE: 'DOWN' })).toMatchObject({ signal: { key: 'db-1' } });
  });

  it.each(['CUSTOM', 'DOWNTIMESTART', 'DOWNTIMEEND', 'DOWNTIMECANCELLED', 'FLAPPINGSTART', 'FLAPPINGSTOP', 'FLAPPINGDISABLED'])(
    'of the type %s never pages',
    (NOTIFICATIONTYPE) => expect(readMacros({ ...service, NOTIFICATIONTYPE })).toEqual({ kind: 'nothing' }),
  );

  it('acknowledges', () =>
    expect(readMacros({ ...service, NOTIFICATIONTYPE: 'ACKNOWLEDGEMENT' })).toMatchObject({ signal: { action: 'acknowledge' } }));

  it('without a host is none', () => expect(readMacros({ SERVICEDESC: 'Disk' })).toBeNull());
});
