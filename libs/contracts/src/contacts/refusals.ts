import type { Refusals } from '../refusal.js';

export const refusals = {
  'limit.contact_methods': [409, 'A person has at most {limit} contact methods.', 'Remove one first.'],
  'limit.notification_rules': [409, 'A person has at most {limit} notification rules.', 'Remove one first.'],
  'limit.followed_services': [409, 'A person follows at most {limit} services.', 'Stop following one first.'],
  'limit.followers': [409, 'A service has at most {limit} followers.', 'Ask for a channel that its events are posted to.'],
  'contact_method.takes_no_news': [422, 'Followers are told by mail, push, browser or chat.', 'Choose another contact method.'],
  'contact_card.no_number': [404, 'No connection sends from a number of its own.', 'An admin sets one up in Settings › Channels.'],
  'contact_method.not_found': [404, 'There is no such contact method.', 'Check your profile.'],
  'contact_method.switched_off': [409, 'The contact method is switched off.', 'Page the person by another one.'],
  'contact_method.not_verified': [409, 'The contact method is not verified.', 'Page the person by another one.'],
  'contact_method.disabled': [409, 'The contact method no longer works.', 'Page the person by another one.'],
  'contact_method.wrong_code': [409, 'The code is wrong or has expired.', 'Ask for a new code.'],
  'contact_method.too_many_tries': [409, 'This code has been tried too often.', 'Ask for a new code.'],
  'contact_method.address_taken': [409, 'You have this contact method already.', 'Use the one you have.'],
  'contact_method.number_costly': [
    422,
    'Tocsin sends nothing to premium and satellite numbers.',
    'Use a number at which an SMS or a call costs the usual price.',
  ],
  'contact_method.country_off': [
    422,
    'No codes are sent to numbers of this country.',
    'Ask an owner or admin to name the country in Settings › Channels.',
  ],
  'contact_method.account_taken': [
    409,
    'This account is linked to somebody else.',
    'Ask them to remove it from their contact methods first.',
  ],
  'contact_method.account_unknown': [
    422,
    'The chat knows no such person.',
    'In Slack, copy the member ID from your profile: ⋮ › Copy member ID. In Telegram, press Start in the chat with the bot first.',
  ],
  'phone_offer.not_found': [404, 'This phone number is no longer offered.', 'Add it as a contact method yourself.'],
  'notification_rule.not_found': [404, 'There is no such notification rule.', 'Check your profile.'],
} as const satisfies Refusals;
