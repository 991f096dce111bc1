<?php
function a() {
}
?>
<html>
<body>
<?php if ($x): ?>
<div id="m" class="<?= $c ?>">
<?php endif ?>
<script>
function q() {
  var a = <?= json_encode($x) ?>;
}
</script>
</div>
</body>
</html>
