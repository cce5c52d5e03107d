/**
 * The stickers on offer, by category: names of `@iconify-json/fluent-emoji-flat`. Chosen for cases and
 * cakes: nothing that only a keyboard or a road sign needs.
 */
const names = (list: string): readonly string[] => list.trim().split(/\s+/)

export const stickerSelection = {
  love: names(`red-heart pink-heart orange-heart yellow-heart green-heart blue-heart light-blue-heart
    purple-heart white-heart black-heart brown-heart grey-heart two-hearts sparkling-heart
    growing-heart beating-heart revolving-hearts heart-with-arrow heart-with-ribbon heart-decoration
    heart-on-fire mending-heart broken-heart heart-exclamation love-letter kiss-mark ring gem-stone
    rose bouquet heart-suit heart-hands wedding smiling-face-with-heart-eyes
    smiling-cat-with-heart-eyes face-blowing-a-kiss`),
  celebration:
    names(`birthday-cake shortcake cupcake party-popper confetti-ball balloon wrapped-gift
    ribbon candle sparkles sparkler fireworks firecracker bottle-with-popping-cork clinking-glasses
    clinking-beer-mugs tropical-drink christmas-tree jack-o-lantern crown trophy sports-medal
    1st-place-medal military-medal red-envelope red-paper-lantern moon-cake carp-streamer wind-chime
    tanabata-tree japanese-dolls nesting-dolls piata mirror-ball magic-wand crystal-ball teddy-bear
    graduation-cap circus-tent carousel-horse ferris-wheel santa-claus snowman partying-face bell
    shooting-star performing-arts diya-lamp hundred-points`),
  faces: names(`grinning-face grinning-face-with-big-eyes beaming-face-with-smiling-eyes
    grinning-squinting-face rolling-on-the-floor-laughing face-with-tears-of-joy
    slightly-smiling-face upside-down-face winking-face smiling-face-with-smiling-eyes
    smiling-face-with-halo smiling-face-with-hearts star-struck kissing-face smiling-face
    face-savoring-food winking-face-with-tongue zany-face squinting-face-with-tongue hugging-face
    thinking-face shushing-face smirking-face relieved-face sleeping-face hot-face cold-face
    exploding-head cowboy-hat-face smiling-face-with-sunglasses nerd-face face-with-monocle
    pleading-face loudly-crying-face clown-face ghost alien robot alien-monster skull pile-of-poo
    see-no-evil-monkey hear-no-evil-monkey speak-no-evil-monkey grinning-cat melting-face`),
  animals: names(`cat cat-face black-cat dog dog-face poodle fox wolf bear panda koala polar-bear
    tiger-face tiger lion leopard horse-face horse unicorn zebra deer giraffe elephant rhinoceros
    hippopotamus cow-face pig-face pig rabbit-face rabbit hamster mouse-face raccoon hedgehog sloth
    otter skunk badger beaver monkey-face gorilla orangutan kangaroo llama camel goat ewe frog turtle
    crocodile lizard snake dragon-face dragon sauropod t-rex whale spouting-whale dolphin seal shark
    octopus crab lobster squid tropical-fish blowfish fish jellyfish coral spiral-shell penguin
    chicken baby-chick hatching-chick front-facing-baby-chick rooster duck swan owl flamingo peacock
    parrot dove eagle bird phoenix-bird bat butterfly snail bug ant honeybee lady-beetle beetle
    spider paw-prints feather chipmunk`),
  nature: names(`cherry-blossom blossom sunflower tulip hibiscus hyacinth lotus white-flower rosette
    wilted-flower seedling potted-plant herb four-leaf-clover shamrock maple-leaf fallen-leaf
    leaf-fluttering-in-wind palm-tree evergreen-tree deciduous-tree cactus mushroom sun sun-with-face
    sun-behind-cloud crescent-moon full-moon full-moon-face first-quarter-moon-face star glowing-star
    dizzy rainbow cloud cloud-with-rain cloud-with-snow cloud-with-lightning snowflake high-voltage
    fire droplet water-wave sweat-droplets ringed-planet globe-with-meridians comet milky-way volcano
    mount-fuji snow-capped-mountain sunrise sunset desert-island umbrella-with-rain-drops`),
  food: names(`strawberry cherries red-apple green-apple pear peach tangerine lemon lime banana
    pineapple mango watermelon melon grapes blueberries kiwi-fruit coconut avocado tomato carrot
    broccoli ear-of-corn hot-pepper eggplant doughnut cookie candy lollipop chocolate-bar ice-cream
    soft-ice-cream shaved-ice custard pie waffle pancakes croissant bagel baguette-bread pretzel
    cheese-wedge hamburger french-fries pizza hot-dog taco burrito popcorn sushi fried-shrimp dango
    rice-ball steaming-bowl bento-box dumpling fortune-cookie bubble-tea hot-beverage
    teacup-without-handle teapot cup-with-straw cocktail-glass wine-glass beer-mug honey-pot egg
    cooking`),
  play: names(`soccer-ball basketball american-football baseball softball tennis volleyball
    rugby-football ping-pong badminton boxing-glove bowling bullseye pool-8-ball flying-disc kite yo-yo
    skateboard roller-skate ice-skate skis sled surfing fishing-pole goal-net video-game joystick
    game-die puzzle-piece chess-pawn joker slot-machine artist-palette framed-picture paintbrush
    crayon yarn thread musical-note musical-notes guitar violin trumpet saxophone drum maracas
    accordion banjo microphone headphone musical-keyboard clapper-board`),
  travel: names(`airplane helicopter rocket flying-saucer parachute sailboat speedboat canoe
    passenger-ship anchor ring-buoy automobile taxi bus racing-car police-car fire-engine ambulance
    delivery-truck tractor motorcycle motor-scooter bicycle kick-scooter locomotive bullet-train tram
    roller-coaster tent camping castle japanese-castle house house-with-garden church statue-of-liberty
    tokyo-tower mosque beach-with-umbrella luggage compass world-map globe-showing-europe-africa
    globe-showing-americas globe-showing-asia-australia night-with-stars cityscape bridge-at-night
    hourglass-done alarm-clock hot-springs national-park`),
  style: names(`sunglasses glasses top-hat womans-hat billed-cap dress t-shirt jeans kimono bikini
    necktie scarf gloves socks coat high-heeled-shoe running-shoe ballet-shoes handbag purse backpack
    lipstick nail-polish camera film-frames television radio telephone light-bulb books open-book
    notebook-with-decorative-cover pencil fountain-pen envelope key magnet telescope pill bubbles bomb
    wrench gear chains coin money-bag umbrella closed-umbrella folding-hand-fan lotion-bottle`),
  signs: names(`peace-symbol yin-yang infinity sparkle check-mark-button cross-mark
    red-question-mark red-exclamation-mark speech-balloon thought-balloon zzz collision anger-symbol
    dashing-away aries taurus gemini cancer leo virgo libra scorpio sagittarius capricorn aquarius
    pisces red-circle orange-circle yellow-circle green-circle blue-circle purple-circle white-circle
    black-circle large-orange-diamond large-blue-diamond small-orange-diamond red-triangle
    diamond-with-a-dot diamond-suit club-suit spade-suit fleur-de-lis nazar-amulet hamsa
    rainbow-flag chequered-flag pirate-flag triangular-flag thumbs-up victory-hand ok-hand
    raised-fist waving-hand clapping-hands flexed-biceps crossed-fingers love-you-gesture
    sign-of-the-horns folded-hands raising-hands call-me-hand footprints eyes`),
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Words a customer may look for that the name lacks. */
export const stickerKeywords: Readonly<Record<string, string>> = {
  love: 'love romance wedding valentine heart',
  celebration: 'party birthday celebrate festival holiday',
  faces: 'smiley emotion face mood',
  animals: 'animal pet zoo wildlife',
  nature: 'nature flower plant weather sky garden',
  food: 'food drink fruit sweet kitchen',
  play: 'sport game music hobby art',
  travel: 'travel vehicle place journey',
  style: 'fashion things clothes everyday',
  signs: 'sign symbol shape zodiac hand gesture flag',
}
