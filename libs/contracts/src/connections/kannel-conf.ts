/** What is added to Kannel’s configuration, by its own names; `inbound`: the address of the connection for replies. */
export const kannelConf = (inbound: string, user = 'tocsin', password = '(the password above)'): string => `group = sendsms-user
username = ${user}
password = ${password}

group = sms-service
keyword = default
catch-all = true
get-url = "${inbound}?from=%p&text=%a&id=%I"
max-messages = 1
omit-empty = true
`;
