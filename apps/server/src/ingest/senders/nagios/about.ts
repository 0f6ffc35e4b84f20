import type { Sender } from '../sender.js';
import { nagiosNotification } from './format.js';

export const nagios: Sender = {
  id: 'nagios',
  name: 'Nagios',
  about: 'Notifications of Nagios and Naemon, by a command',
  format: nagiosNotification,
  steps: [
    {
      says: 'Add these commands to the configuration.',
      snippet:
        "define command {\n  command_name  notify-tocsin-service\n  command_line  /usr/bin/curl -fsS -m 10 {address} --data-urlencode NOTIFICATIONTYPE='$NOTIFICATIONTYPE$' --data-urlencode HOSTNAME='$HOSTNAME$' --data-urlencode HOSTADDRESS='$HOSTADDRESS$' --data-urlencode SERVICEDESC='$SERVICEDESC$' --data-urlencode SERVICESTATE='$SERVICESTATE$' --data-urlencode SERVICEOUTPUT='$SERVICEOUTPUT$'\n}\n\ndefine command {\n  command_name  notify-tocsin-host\n  command_line  /usr/bin/curl -fsS -m 10 {address} --data-urlencode NOTIFICATIONTYPE='$NOTIFICATIONTYPE$' --data-urlencode HOSTNAME='$HOSTNAME$' --data-urlencode HOSTADDRESS='$HOSTADDRESS$' --data-urlencode HOSTSTATE='$HOSTSTATE$' --data-urlencode HOSTOUTPUT='$HOSTOUTPUT$'\n}\n",
    },
    {
      says: 'Add this contact, and name it in contacts of your hosts and services, or in a contact group that they have.',
      snippet:
        'define contact {\n  contact_name                   tocsin\n  service_notification_commands  notify-tocsin-service\n  host_notification_commands     notify-tocsin-host\n  service_notification_options   w,u,c,r\n  host_notification_options      d,u,r\n  service_notification_period    24x7\n  host_notification_period       24x7\n}\n',
    },
    { says: 'Check the configuration, and reload Nagios.', snippet: 'nagios -v /etc/nagios4/nagios.cfg\nsystemctl reload nagios4\n' },
  ],
  test: 'Press Send custom service notification with Forced: it says nothing here. Submit passive check result with CRITICAL opens an alert group.',
  resolves: 'RECOVERY resolves, ACKNOWLEDGEMENT acknowledges; custom, downtime and flapping notifications change nothing.',
  traps: [
    'Option r must be in the notification options of contact and service, or nothing is resolved.',
    'PagerDuty’s script for Nagios has its address built in: call it with --api-base and this server, and use an integration of the kind PagerDuty.',
  ],
  snippet: null,
  example: () => ({
    NOTIFICATIONTYPE: 'PROBLEM',
    HOSTNAME: 'try-tocsin',
    SERVICEDESC: 'Disk',
    SERVICESTATE: 'CRITICAL',
    SERVICEOUTPUT: 'DISK CRITICAL - 2 % free',
  }),
};

export const icinga: Sender = {
  id: 'icinga',
  name: 'Icinga 2',
  about: 'Notifications of Icinga 2, by a notification command',
  format: nagiosNotification,
  steps: [
    {
      says: 'Add these commands to your configuration.',
      snippet:
        'object NotificationCommand "tocsin-service" {\n  command = [ "/usr/bin/curl", "-fsS", "-m", "10", "{address}" ]\n  arguments = {\n    "--data-urlencode" = {\n      value = [ "NOTIFICATIONTYPE=$notification.type$", "HOSTNAME=$host.name$", "HOSTADDRESS=$address$", "SERVICEDESC=$service.name$", "SERVICESTATE=$service.state$", "SERVICEOUTPUT=$service.output$" ]\n      repeat_key = true\n    }\n  }\n}\n\nobject NotificationCommand "tocsin-host" {\n  command = [ "/usr/bin/curl", "-fsS", "-m", "10", "{address}" ]\n  arguments = {\n    "--data-urlencode" = {\n      value = [ "NOTIFICATIONTYPE=$notification.type$", "HOSTNAME=$host.name$", "HOSTADDRESS=$address$", "HOSTSTATE=$host.state$", "HOSTOUTPUT=$host.output$" ]\n      repeat_key = true\n    }\n  }\n}\n',
    },
    {
      says: 'Add a user, and apply the notifications to your hosts and services.',
      snippet:
        'object User "tocsin" { }\n\napply Notification "tocsin" to Service {\n  command = "tocsin-service"\n  users = [ "tocsin" ]\n  assign where true\n}\n\napply Notification "tocsin" to Host {\n  command = "tocsin-host"\n  users = [ "tocsin" ]\n  assign where true\n}\n',
    },
    { says: 'Check the configuration, and reload Icinga.', snippet: 'icinga2 daemon -C\nsystemctl reload icinga2\n' },
  ],
  test: 'In Icinga Web choose Process check result with CRITICAL: it opens an alert group.',
  resolves: 'Recovery resolves, Acknowledgement acknowledges; custom, downtime and flapping notifications change nothing.',
  traps: ['types and states of the notification must contain Recovery and OK, or nothing is resolved.'],
  snippet: null,
  example: () => ({
    NOTIFICATIONTYPE: 'PROBLEM',
    HOSTNAME: 'try-tocsin',
    SERVICEDESC: 'Disk',
    SERVICESTATE: 'CRITICAL',
    SERVICEOUTPUT: 'DISK CRITICAL - 2 % free',
  }),
};

export const checkmk: Sender = {
  id: 'checkmk',
  name: 'Checkmk',
  about: 'Notifications of Checkmk, by a notification script',
  format: nagiosNotification,
  steps: [
    {
      says: 'On the Checkmk server, as the user of your site, save this as ~/local/share/check_mk/notifications/tocsin.',
      snippet:
        '#!/bin/sh\n# Tocsin\nenv | grep "^NOTIFY_" | python3 -c \'\nimport json, sys, urllib.request\nlines = (line.rstrip("\\n").split("=", 1) for line in sys.stdin if "=" in line)\nbody = json.dumps(dict(lines)).encode()\nrequest = urllib.request.Request("{address}", body, {"Content-Type": "application/json"})\nurllib.request.urlopen(request, timeout=10)\n\'\n',
    },
    { says: 'Make it executable.', snippet: 'chmod +x ~/local/share/check_mk/notifications/tocsin\n' },
    { says: 'In Checkmk, open Setup > Events > Notifications, add a rule, and choose Tocsin as notification method.', snippet: null },
    {
      says: 'Checkmk’s notifications by PagerDuty and Splunk On-Call work as well if you change their address, with an integration of that kind.',
      snippet: null,
    },
  ],
  test: 'Choose Fake check results for a service, and set it to CRIT.',
  resolves: 'RECOVERY resolves, ACKNOWLEDGEMENT acknowledges; downtime and flapping change nothing.',
  traps: [
    'The rule must match the events for OK and UP, too, or nothing is resolved.',
    'In a distributed set-up the script must be on the site that sends notifications.',
  ],
  snippet: null,
  example: () => ({
    NOTIFICATIONTYPE: 'PROBLEM',
    HOSTNAME: 'try-tocsin',
    SERVICEDESC: 'Disk',
    SERVICESTATE: 'CRITICAL',
    SERVICEOUTPUT: 'DISK CRITICAL - 2 % free',
  }),
};
