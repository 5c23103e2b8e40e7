/** Mails of programme desks that use pretalx, in Turkish, Russian, East Asian languages, Arabic and Hebrew. */
import { pretalx } from './layout.ts';
import type { Sample } from '../sample.ts';

type Mail = Omit<Parameters<typeof pretalx>[0], 'language'>;
const tr = (mail: Mail): Sample => pretalx({ ...mail, language: 'tr' });
const ru = (mail: Mail): Sample => pretalx({ ...mail, language: 'ru' });
const ja = (mail: Mail): Sample => pretalx({ ...mail, language: 'ja' });
const zh = (mail: Mail): Sample => pretalx({ ...mail, language: 'zh' });
const ko = (mail: Mail): Sample => pretalx({ ...mail, language: 'ko' });
const ar = (mail: Mail): Sample => pretalx({ ...mail, language: 'ar' });
const he = (mail: Mail): Sample => pretalx({ ...mail, language: 'he' });

export const PRETALX_WORLD: readonly Sample[] = [
  tr({
    state: 'accepted',
    event: 'zuconnect',
    kind: 'role',
    subject: 'Öneriniz: Komşuluk protokolleri',
    body: [
      'Merhaba Robin,',
      '“Komşuluk protokolleri” başlıklı konuşmanızın ZuConnect programına kabul edildiğini bildirmekten mutluluk duyuyoruz. Lütfen katılımınızı onaylayın: https://cfp.zuzalu.org/zuconnect/me/submissions/K7WXAE/confirm',
      'İstanbul’da görüşmek üzere!',
    ],
  }),
  tr({
    state: 'received',
    event: 'progcrypto',
    kind: 'pending',
    subject: 'Öneriniz bize ulaştı: progcrypto',
    body: [
      'Merhaba!',
      'progcrypto için gönderdiğiniz konuşma önerisini aldık. Değerlendirme bittiğinde sonucu size bildireceğiz.',
      'progcrypto düzenleyicileri',
    ],
  }),
  ru({
    state: 'accepted',
    event: 'devcon',
    kind: 'role',
    subject: 'Ваша заявка: Кошельки, которые забывают',
    body: [
      'Здравствуйте, Robin!',
      'Рады сообщить, что ваш доклад «Кошельки, которые забывают» принят в программу Devcon SEA. Подтвердите, пожалуйста, своё участие: https://cfp.devcon.org/7/me/submissions/R7XLPT/confirm',
      'До встречи в Бангкоке!\nОрганизаторы Devcon SEA',
    ],
  }),
  ru({
    state: 'rejected',
    event: 'zkSummit11',
    kind: 'negative',
    subject: 'Ваша заявка на ZK Summit 11',
    body: [
      'Здравствуйте!',
      'К сожалению, мы не смогли включить ваш доклад в программу ZK Summit 11: заявок было слишком много. Будем рады видеть вас среди слушателей.',
      'Организаторы',
    ],
  }),
  ja({
    state: 'received',
    event: 'edcon',
    kind: 'pending',
    desk: 'program',
    subject: '【EDCON 2024】ご応募ありがとうございます',
    body: [
      'Robin Keller 様',
      'EDCON 2024 へのご講演のご応募を受け付けました。選考結果は4月中旬にメールでお知らせいたします。',
      'EDCON プログラム委員会',
    ],
  }),
  ja({
    state: 'accepted',
    event: 'edcon',
    kind: 'role',
    desk: 'program',
    subject: '【EDCON 2024】ご講演採択のお知らせ',
    body: [
      'Robin Keller 様',
      'ご応募いただいた「忘れるウォレット」が EDCON 2024 の講演として採択されました。おめでとうございます。',
      'ご登壇いただけるかどうか、下記のリンクからご回答ください。\nhttps://cfp.edcon.io/2024/me/submissions/JX8TBK/confirm',
      '登壇者の方の入場券は事務局でご用意いたします。',
      'EDCON プログラム委員会',
    ],
  }),
  zh({
    state: 'accepted',
    event: 'devcon',
    kind: 'role',
    subject: '您的提案：会遗忘的钱包',
    body: [
      'Robin，您好！',
      '很高兴通知您，您的演讲“会遗忘的钱包”已被 Devcon SEA 接受。请点击以下链接确认出席：',
      'https://cfp.devcon.org/7/me/submissions/ZH7PLA/confirm',
      '曼谷见！\nDevcon SEA 组委会',
    ],
  }),
  zh({
    state: 'rejected',
    event: 'ethCC',
    kind: 'negative',
    subject: '关于您向 EthCC[7] 提交的演讲',
    body: [
      '您好，',
      '非常遗憾，由于投稿数量众多，您的演讲未能入选 EthCC[7]。感谢您的投稿，希望能在会场见到您。',
      'EthCC[7] 组委会',
    ],
  }),
  ko({
    state: 'accepted',
    event: 'zkSummit11',
    kind: 'role',
    subject: '발표가 선정되었습니다: ZK Summit 11',
    body: [
      'Robin 님, 안녕하세요.',
      '제안해 주신 “접는 증명”이 ZK Summit 11의 발표로 선정되었습니다. 축하드립니다! 아래 링크에서 참석 여부를 확인해 주세요.',
      'https://cfp.zksummit.com/zk11/me/submissions/KO8DXE/confirm',
    ],
  }),
  ar({
    state: 'accepted',
    event: 'devcon',
    kind: 'role',
    subject: 'اقتراحك: محافظ تنسى',
    body: [
      'مرحبًا روبن،',
      'يسعدنا إبلاغك بقبول محاضرتك «محافظ تنسى» ضمن برنامج مؤتمر Devcon SEA. نرجو تأكيد حضورك عبر الرابط:',
      'https://cfp.devcon.org/7/me/submissions/AR7WKT/confirm',
      'منظمو Devcon SEA',
    ],
  }),
  ar({
    state: 'received',
    event: 'zuconnect',
    kind: 'pending',
    subject: 'استلمنا اقتراحك لـ ZuConnect',
    body: [
      'مرحبًا،',
      'وصلنا اقتراح ورشة العمل الذي قدمته إلى ZuConnect. سنخبرك بالنتيجة بعد مراجعة جميع الاقتراحات.',
      'المنظمون',
    ],
  }),
  he({
    state: 'rejected',
    event: 'progcrypto',
    kind: 'negative',
    subject: 'ההצעה שלך ל-progcrypto',
    body: [
      'שלום,',
      'לצערנו לא נוכל לקבל את ההרצאה שהצעת ל-progcrypto. הוגשו הרבה מאוד הצעות טובות. נשמח לראותך בקהל.',
      'המארגנים',
    ],
  }),
];
