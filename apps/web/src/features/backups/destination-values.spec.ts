import { commands } from '@tocsin/contracts/backups/noun.js';
import { initialOf, requestOf } from './destination-values.js';

const shown = (address: string, keyId: string | null = null) => ({ destination: { address, keyId, everyMinutes: 15, keepDays: 90 } });

describe('the form of the destination', () => {
  it.each([
    '/mnt/backups',
    's3://tocsin',
    's3://tocsin/prod/a?endpoint=https://minio.example.org:9000',
    's3://tocsin?endpoint=http://127.0.0.1:9000&region=eu-central-1',
  ])('writes %s as it reads it', (address) => {
    const request = requestOf(initialOf(shown(address, address.startsWith('/') ? null : 'AK')));
    const known = address === 's3://tocsin' ? 's3://tocsin?endpoint=https://s3.us-east-1.amazonaws.com' : address;
    expect(request).toEqual({ address: known, keyId: address.startsWith('/') ? null : 'AK', everyMinutes: 15, keepDays: 90 });
    expect(commands.ConfigureBackups.data.safeParse(request).success).toBe(true);
  });

  it('says what is wrong at the field of the bucket or folder', () => {
    const wrong = (values: object) => {
      const { error } = commands.ConfigureBackups.data.safeParse(requestOf({ ...initialOf({ destination: null }), ...values }));
      return error?.issues.map(({ path }) => path.join('.'));
    };
    expect(wrong({ folder: 'relative' })).toEqual(['address']);
    expect(wrong({ place: 'bucket', bucket: 'Not A Bucket', keyId: 'AK' })).toEqual(['address']);
    expect(wrong({ place: 'bucket', bucket: 'tocsin' })).toEqual(['keyId']);
    expect(wrong({ folder: '/mnt/backups', everyMinutes: '', keepDays: '0' })).toEqual(['everyMinutes', 'keepDays']);
  });
});
