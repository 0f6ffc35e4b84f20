import { duration } from '../duration.js';

/** The whole test of a connection. */
export const testDeadline = 20 * duration.second;
/** A connection is left alone after this many destinations failed within this time, and tried by one message this often. */
export const failuresToStop = 5;
export const failuresWithin = duration.minute;
export const triedEvery = 30 * duration.second;
export const secretCharacters = 200;
/** Of a name of a field, and of its value, in a file. */
export const fieldNameCharacters = 60;
export const fieldCharacters = 2_000;
/** What was sent through a connection is answered for so long after its removal. */
export const answeredAfterRemoval = duration.day;

export const userGroupsPerConnection = 50;
export const schedulesOfUserGroup = 20;
export const userGroupMembers = 500;
export const userGroupHandleCharacters = 80;
/** Slack takes 20 calls about user groups in a minute, of all its apps; each group is compared once in this time. */
export const userGroupsComparedEvery = duration.minute;
export const userGroupCallEvery = 20 * duration.second;
/** Parts of SMS in a day (UTC) that owners are told of; and at each doubling. */
export const smsPartsTold = 200;
