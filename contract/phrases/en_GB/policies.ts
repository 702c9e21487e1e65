import type { PolicyTexts } from '../policy.ts'

/** Default texts of the policies. A tenant that needs other texts sets its own. */
export const policies: PolicyTexts = {
  'cookie-policy': `
This policy says what {{product}} stores in your browser and why. {{product}} uses only what it needs to work. It does not use cookies for advertising, and it does not follow you to other websites.

## Cookies that we set
- **Session cookie.** Keeps you logged in. It contains a random value and no personal data. It ends when you log out, when you have been idle for a few minutes, or after {{sessionTime}}.
- **XSRF-TOKEN.** Protects you from other websites sending requests in your name. It ends with the session.
- **Known browser.** A random value by which we recognise a browser that you have logged in with or registered from, so that somebody else's wrong passwords do not keep you out. It ends when you set a new password, or after a year.

## Storage in your browser
- **Site preferences.** The name, colours and settings of {{tenant}}, so that pages appear faster. They are refreshed every hour.
- **Your choices.** The language you chose, how many rows you want on a page, and whether the navigation is collapsed.
- **An unfinished test.** What you have entered is kept on the server for you alone, for {{draftTime}} at most. What could not be sent yet stays in this browser tab. Both are removed when you save or discard the test.

## Why there is no consent banner
All of this is strictly necessary for a service that you asked for. The law does not require your consent, so we do not interrupt you for it.

## How to remove it
You can remove cookies and stored data at any time in the settings of your browser. You will be logged out, but nothing that was saved on the server is lost.

## Questions
Ask the administrator of {{tenant}}.
`,
  'web-privacy-policy': `
This policy says which personal data {{product}} processes on the web, what for, and what rights you have. {{tenant}} decides why and how your data is used and is responsible for it (the controller). The operator of {{product}} processes it only on the instructions of {{tenant}}.

## Who this is about
- **People who are tested:** email address, date of birth and, where given, name and local ID; test results with date, time, place, device and photo of the device.
- **People who use {{product}}:** name, email address, user type, organisation and groups, language, and when they logged in.

## What the data is used for
- to record, review and export results of lateral-flow tests;
- to find earlier results of the same person;
- to keep the service secure: a log says who viewed, changed or exported what;
- to send messages that the service needs, such as a link to verify an email address.

We do not sell personal data, do not use it for advertising, and make no automatic decisions about anyone.

## The legal basis
{{tenant}} processes health data for health care, for public health or with consent, as the law of its country allows. Its administrator can tell you which basis applies.

## Who receives data
People at {{tenant}} see only what their user type and their groups allow. Providers of hosting, email and text messages process data on instruction and under contract. Public authorities receive data only where the law requires it.

## Location and photos
The place of a test is stored only when it is entered, or when you choose to use the location of your device. Photos of devices are stored without the hidden data that cameras add.

## How long data is kept
Test records are kept as long as the law or {{tenant}} requires. When you delete your account, your personal data is removed. Results may be kept as anonymous records that nobody can link to you.

## Your rights
You can ask for access to your data, for its correction or deletion, for a copy, or object to its use. Where you gave consent you may withdraw it. Contact the administrator of {{tenant}}. You can also complain to the data protection authority of your country.

## Security
Connections are encrypted, passwords are stored only as hashes, the data of each tenant is kept apart, and access is logged.
`,
  'app-privacy-policy': `
This policy is about the mobile app of {{product}}. What the [web privacy policy](/web-privacy-policy) says about your data, its uses and your rights applies to the app as well. This page says what is specific to the app.

## What the app may ask for
- **Camera:** to take a photo of a test device. Photos are sent only with the record that you save.
- **Location:** to fill in where a test was done. Only when you ask for it, and never in the background.
- **Notifications:** to remind you when a test is ready to read.

You can refuse each of these. Recording a test works without them.

## What stays on your phone
The app keeps you logged in and may keep a record that could not be sent, until there is a connection. Both are encrypted and removed when you log out or delete the app.

## What the app does not do
It does not read your contacts, does not follow what you do in other apps, and contains no advertising.

## Crash reports
When the app crashes, a report with the type of device, the version and your account's ID may be sent, so that the fault can be found. It contains no results.

## Questions
Ask the administrator of {{tenant}}.
`,
  eula: `
This agreement is between you and {{tenant}} and covers your use of {{product}}. By accepting it you confirm that you have read it and agree to it.

## 1. What you may do
You may use {{product}} to record, review and export test results as far as your user type allows. The right to use it is personal, cannot be passed on, and ends when your account ends.

## 2. Your account
- Use your own account only, and keep your password to yourself.
- Log out on devices that others use.
- Tell your administrator at once if you think that somebody else has used your account.

## 3. What you enter
- Enter results as you read them on the device, within the time given in its instructions.
- Check the test subject before you save. A saved record is not deleted: it is corrected or voided, and the earlier version stays visible.
- Enter other people's personal data only where you are allowed to.

## 4. Not a diagnosis
{{product}} records what a device shows. It does not interpret results, makes no diagnosis and does not replace the advice of a health professional. Do not delay treatment because of something you read in {{product}}. In an emergency, call the emergency services.

## 5. Confidentiality
Results are health data. View only what you need for your work, and do not pass it on without permission. It is logged who views, changes or exports records.

## 6. What is not allowed
- trying to reach the data of other people or tenants;
- disturbing or overloading the service, or testing its security without permission;
- copying, changing or taking apart the software, except where the law permits it.

## 7. Availability
The service is run with care, and may be interrupted for maintenance or by faults. Have another way to record results when it is not available.

## 8. Liability
Nothing in this agreement limits liability where the law does not allow that, such as for intentional harm or harm to life and health. Otherwise {{tenant}} is liable only for foreseeable damage that it caused by its own fault.

## 9. Changes and end
When this agreement changes in an important way, you will be asked to accept it again. You can end it at any time by deleting your account. {{tenant}} can suspend your account if you break it.

## 10. Law
The law of the country where {{tenant}} is based applies. Your rights as a consumer are not affected.
`,
}
