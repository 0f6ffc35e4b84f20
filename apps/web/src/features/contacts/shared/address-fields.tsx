import type { AddressSort } from '@tocsin/contracts/contacts/kinds.js';
import type { ReactNode } from 'react';
import { TextField } from '../../../ui/field.js';

/** The values that any sort of address has in the form. */
export const emptyAddress = { address: '', server: '', topic: '', token: '', hook: '' };

const publicNtfy = 'https://ntfy.sh';
export type AddressValues = typeof emptyAddress;

type FieldOf = (name: keyof AddressValues) => {
  name: string;
  value: string | number;
  error: string | undefined;
  onChange: React.ChangeEventHandler<HTMLInputElement>;
};

interface AddressForm {
  /** What the command gets of them. */
  readonly read: (values: AddressValues) => Partial<AddressValues>;
  readonly Fields: (props: { field: FieldOf }) => ReactNode;
}

const ofAddress = ({ address }: AddressValues): Partial<AddressValues> => ({ address });

/** How each sort of address is typed. */
export const addressForms: Readonly<Record<Exclude<AddressSort, 'device'>, AddressForm>> = {
  none: { read: () => ({}), Fields: () => null },
  email: { read: ofAddress, Fields: ({ field }) => <TextField label="Address" type="email" required {...field('address')} /> },
  url: {
    read: ofAddress,
    Fields: ({ field }) => <TextField label="Address" type="url" placeholder="https://" required {...field('address')} />,
  },
  phone: {
    read: ofAddress,
    Fields: ({ field }) => (
      <TextField
        label="Phone number"
        type="tel"
        placeholder="+41 79 123 45 67"
        required
        hint="With the country code."
        {...field('address')}
      />
    ),
  },
  member: {
    read: ofAddress,
    Fields: ({ field }) => (
      <TextField
        label="Member ID"
        placeholder="U012AB3CD"
        required
        autoComplete="off"
        hint="In Slack, open your profile › ⋮ › Copy member ID. A code comes as a direct message."
        {...field('address')}
      />
    ),
  },
  userKey: {
    read: ofAddress,
    Fields: ({ field }) => (
      <TextField
        label="User key"
        required
        autoComplete="off"
        spellCheck={false}
        hint="On pushover.net, after you have signed in: “Your User Key”. A code comes to the app."
        {...field('address')}
      />
    ),
  },
  hook: {
    read: ({ hook }) => ({ hook }),
    Fields: ({ field }) => (
      <TextField
        label="Address of the incoming webhook"
        type="password"
        placeholder="https://"
        required
        autoComplete="off"
        hint="Anyone who knows it can write to the channel. It can’t be shown again."
        {...field('hook')}
      />
    ),
  },
  server: {
    read: ({ server, token }) => ({ server, token }),
    Fields: ({ field }) => (
      <>
        <TextField label="Server" type="url" placeholder="https://" required {...field('server')} />
        <TextField
          label="Application token"
          type="password"
          autoComplete="off"
          required
          hint="Create an application in Gotify, and paste its token. It can’t be shown again."
          {...field('token')}
        />
      </>
    ),
  },
  topic: {
    read: ({ server, topic, token }) => ({
      server: server.trim() === '' ? publicNtfy : server,
      topic,
      ...(token.trim() === '' ? {} : { token }),
    }),
    Fields: ({ field }) => (
      <>
        <TextField label="Server" type="url" placeholder={publicNtfy} hint="Left empty: ntfy.sh." {...field('server')} />
        <TextField
          label="Topic"
          required
          autoComplete="off"
          hint="Subscribe to it in the ntfy app. Anyone who knows it can read your pages and acknowledge them, unless the server protects it: use one that nobody can guess."
          {...field('topic')}
        />
        <TextField
          label="Access token (optional)"
          type="password"
          autoComplete="off"
          hint="If the topic is protected. It can’t be shown again."
          {...field('token')}
        />
      </>
    ),
  },
};
