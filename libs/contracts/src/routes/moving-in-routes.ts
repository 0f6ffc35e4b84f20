import { okAnswer, type Route } from './route.js';

/** Moving in from another system. What it copied is on this server alone, and on no log. */
export const movingInRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/moving-in',
    room: 'views',
    says: 'The move from another system: how far it is, and what would become of it here.',
    permission: 'import.manage',
    answers: okAnswer('The move, or null.', 'MovingInAnswer'),
  },
  {
    method: 'GET',
    path: '/api/moving-in/files',
    room: 'views',
    says: 'The configuration that was read, as files for `POST /api/config/plan`.',
    permission: 'import.manage',
    answers: okAnswer('Files.', 'ConfigFiles'),
    refusals: ['request.not_found'],
  },
  {
    method: 'POST',
    path: '/api/moving-in',
    room: 'views',
    says: 'Copy what another system tells, or read such a copy, and compare who is on call there and here. The token stays in memory, until everything was read; after a restart it is needed again. Nothing is changed there or here.',
    permission: 'import.manage',
    body: 'MovingInRequest',
    answers: [{ status: 202, says: 'It was started, or goes on.', shape: 'MovingInAnswer' }],
    refusals: ['request.invalid', 'conflict.one_at_a_time', 'store.unwritable'],
  },
  {
    method: 'DELETE',
    path: '/api/moving-in',
    room: 'views',
    says: 'Delete the copy and its report, and stop what is being read.',
    permission: 'import.manage',
    answers: [{ status: 204, says: 'Deleted.' }],
  },
  {
    method: 'POST',
    path: '/api/moving-in/invitations',
    room: 'views',
    says: 'Mail their invitation to all who were invited and got none: 60 a minute. After a restart it is requested again; nobody gets two.',
    permission: 'people.invite',
    answers: [{ status: 202, says: 'They are being sent.', shape: 'UnsentInvitations' }],
    refusals: ['mail_server.not_set_up'],
  },
  {
    method: 'POST',
    path: '/api/moving-in/phone-numbers',
    room: 'views',
    says: 'Offer people the phone numbers that they had in the other system: each to its person alone, who accepts or declines it. After 90 days it is deleted. Nobody gets an offer twice.',
    permission: 'import.manage',
    body: 'PhoneNumbersRequest',
    answers: okAnswer('How many people have new offers, and how many are not here.', 'PhoneNumbersAnswer'),
    refusals: ['request.invalid', 'request.not_found'],
  },
];
